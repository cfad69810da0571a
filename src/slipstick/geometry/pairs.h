// The signature of the functions that collide two kinds of shapes. Private to the layer.
//
// Every such function appends points with gap <= margin to `out`, with normals from b to a. Radii may be 0.
#pragma once

#include "slipstick/geometry/manifold.h"
#include "slipstick/geometry/solid.h"

namespace slipstick::geometry {

/// Two parallel segments share an end if their ends are closer than this fraction of the length. Two segments
/// of equal length at an angle θ differ by the fraction θ²/2.
inline constexpr double kSameEnd = 1e-3;

using PairFunction = void(const PlacedShape& a, const PlacedShape& b, double margin, Manifold& out);

}  // namespace slipstick::geometry
