// Distance and penetration of two convex cores.
//
// Gilbert, Johnson, Keerthi 1988 for separated shapes; the expanding polytope (epa.h) for overlapping ones.
// Both work on the Minkowski difference {a - b}: the shapes touch if it contains the origin, and the signed
// gap is the maximum over all unit normals n of min n·(a - b). Neither allocates.
#pragma once

#include "slipstick/geometry/support.h"

namespace slipstick::geometry {

/// Up to four points of the Minkowski difference; the point of their hull nearest to the origin is the
/// current estimate.
struct Simplex {
  int size = 0;
  SupportPoint point[4];
  double weight[4];  ///< barycentric coordinates of the nearest point of the hull
};

/// In the frame of a; without the radii of the cores.
struct Proximity {
  Vec normal;            ///< unit, from b to a
  double gap;            ///< along the normal
  Vec point_a, point_b;  ///< the nearest points, or the deepest ones
};

/// False if the cores are farther apart than `reach`.
bool FindProximity(const RelativePair& pair, double reach, Proximity& out);

}  // namespace slipstick::geometry
