// slipstick sweep: compare while a key of the scene varies.
#pragma once

#include "command.h"

namespace slipstick::cli {

Command AddSweep(CLI::App& app);

}  // namespace slipstick::cli
