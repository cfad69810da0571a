// slipstick compare: accuracy, cost and stability of several methods on one scene.
#pragma once

#include "command.h"

namespace slipstick::cli {

Command AddCompare(CLI::App& app);

}  // namespace slipstick::cli
