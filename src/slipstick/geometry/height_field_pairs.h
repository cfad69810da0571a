// Contacts of a convex shape (a) with a height field (b). All computations are in the frame of the field;
// only the cells below the shape are visited.
//
//   sphere, ends of a capsule   every local minimum of the distance to the surface: several in a valley
//   corners of boxes and hulls  each against the triangle below it
//   cylinder, ellipsoid         against the plane of each triangle; only points over the triangle count
//   ridges and peaks            grid points inside the shape; grid edges across it, as rods of zero radius
#pragma once

#include "slipstick/geometry/pairs.h"

namespace slipstick::geometry {

PairFunction CollideHeightField;

}  // namespace slipstick::geometry
