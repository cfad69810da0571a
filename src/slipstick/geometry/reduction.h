// Fewer points with nearly the same support.
#pragma once

#include "slipstick/geometry/manifold.h"

namespace slipstick::geometry {

/// A point that may become part of a manifold.
struct Candidate {
  uint32_t feature;
  double gap;
  Vec p;  ///< on the surface of the reference, or midway: only distances across the normal matter
};

inline constexpr int kMostKept = 9;

/// Up to eight candidates all stay: any choice among them by depth would change when the shape rocks by a
/// hair, and the forces with it. Of more, those that are outermost in eight directions across the normal
/// stay, and the deepest if it is clearly deeper than these. Near ties go to the first, so that noise does
/// not change the choice. Moves them to the front and returns how many there are.
int KeepOutermost(Candidate* candidate, int n, const Vec& normal);

/// The same with four directions that are fixed to a rectangular face, given by its outward normal and one of
/// its edges, whichever of the shapes has it. A clearly deeper one takes the place of the highest, so that
/// there are never more than four.
int KeepFour(Candidate* candidate, int n, const Vec& face_normal, const Vec& edge);

}  // namespace slipstick::geometry
