// Contacts of two boxes: separating axes find the normal, clipping finds the points (as in ODE's dBoxBox2,
// with stable feature ids for the points).
#pragma once

#include "slipstick/geometry/pairs.h"

namespace slipstick::geometry {

PairFunction CollideBoxBox;

}  // namespace slipstick::geometry
