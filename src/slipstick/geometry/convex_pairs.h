// Contacts of any two bounded convex shapes: the direction of least distance, then all points that touch
// along it.
#pragma once

#include "slipstick/geometry/pairs.h"

namespace slipstick::geometry {

PairFunction CollideConvexConvex;

}  // namespace slipstick::geometry
