// slipstick inspect: the contents of a robot file and the model built from it.
#pragma once

#include "command.h"

namespace slipstick::cli {

Command AddInspect(CLI::App& app);

}  // namespace slipstick::cli
