// slipstick list: the names that scenes and options may use.
#pragma once

#include "command.h"

namespace slipstick::cli {

Command AddList(CLI::App& app);

}  // namespace slipstick::cli
