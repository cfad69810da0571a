// Two shapes: where do they touch?
#pragma once

#include "slipstick/geometry/manifold.h"
#include "slipstick/geometry/solid.h"

namespace slipstick::geometry {

/// Points with gap <= margin between a and b, sorted by feature; returns how many. A pure function: no memory
/// beyond its arguments, no allocation. Pairs of planes and height fields never touch.
int Collide(const PlacedShape& a, const PlacedShape& b, double margin, Manifold& out);

}  // namespace slipstick::geometry
