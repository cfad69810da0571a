// Fewer points with nearly the same support.
#pragma once

#include "geometry/manifold.h"

namespace slipstick {

/// A point that may become part of a manifold.
struct Candidate {
  uint32_t feature;
  double gap;
  Vec p;  ///< on the surface of the reference, or midway: only distances across the normal matter
};

/// Picks at most four of n candidates: the deepest, the one farthest from it, and those that span the largest area with
/// these on either side, seen along the normal. Near ties go to the first, so that noise does not change the choice.
/// Moves them to the front and returns how many there are.
int KeepFour(Candidate* candidate, int n, const Vec& normal);

}  // namespace slipstick
