// slipstick plot: pictures of a recording.
#pragma once

#include "command.h"

namespace slipstick::cli {

Command AddPlot(CLI::App& app);

}  // namespace slipstick::cli
