// Penetration of two convex cores: the expanding polytope algorithm (van den Bergen 2001) finds the depth of
// the origin inside the Minkowski difference.
#pragma once

#include "slipstick/geometry/gjk.h"

namespace slipstick::geometry {

/// The overlap of two cores whose Minkowski difference contains the origin within `simplex`, the last one of
/// GJK, or touches it up to rounding.
void FindPenetration(const RelativePair& pair, Simplex simplex, Proximity& out);

}  // namespace slipstick::geometry
