// Narrow phase: the contact points of two shapes.
#pragma once

#include "slipstick/geometry/manifold.h"
#include "slipstick/geometry/solid.h"

namespace slipstick::geometry {

/// Points with gap <= margin between a and b, sorted by feature; returns their number. A pure function
/// without allocation. Pairs of planes and height fields never touch.
int Collide(const PlacedShape& a, const PlacedShape& b, double margin, Manifold& out);

}  // namespace slipstick::geometry
