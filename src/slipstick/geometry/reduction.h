// Reduction of contact points with little change of their support area.
#pragma once

#include "slipstick/geometry/manifold.h"

namespace slipstick::geometry {

/// A point that may become part of a manifold.
struct Candidate {
  uint32_t feature;
  double gap;
  Vec p;  ///< on the surface of the reference, or midway: only tangential distances matter
};

inline constexpr int kMaxKept = 9;

/// Keeps all of up to eight candidates: a choice by depth would change with the slightest rocking, and the
/// forces with it. Of more candidates, keeps the outermost in eight directions perpendicular to the normal,
/// and the deepest if it is clearly deeper than these. Near ties go to the first, so that noise does not
/// change the choice. Moves the kept ones to the front and returns their number.
int KeepOutermost(Candidate* candidate, int n, const Vec& normal);

/// The same with four directions that are fixed to a rectangular face, given by its outward normal and one of
/// its edges, whichever of the shapes has it. A clearly deeper candidate replaces the highest one, so that
/// there are never more than four.
int KeepFour(Candidate* candidate, int n, const Vec& face_normal, const Vec& edge);

}  // namespace slipstick::geometry
