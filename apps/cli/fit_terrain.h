// slipstick fit-terrain: fits a granular terrain to plate measurements.
#pragma once

#include "command.h"

namespace slipstick::cli {

Command AddFitTerrain(CLI::App& app);

}  // namespace slipstick::cli
