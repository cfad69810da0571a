// Panels of where the load rests on the ground.
#pragma once

#include "slipstick/plot/motion_panels.h"

namespace slipstick::plot {

/// x and y of the centre of pressure, of all bodies together and of each.
Panels Pressure(const Recording& recording);

}  // namespace slipstick::plot
