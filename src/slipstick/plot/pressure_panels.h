// Panels of the centre of pressure.
#pragma once

#include "slipstick/plot/motion_panels.h"

namespace slipstick::plot {

/// x and y of the centre of pressure, of all bodies together and of each.
Panels Pressure(const Recording& recording);

}  // namespace slipstick::plot
