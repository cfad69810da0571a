// The convex hull of points by Quickhull (Barber, Dobkin, Huhdanpaa 1996). Coplanar triangles are merged into
// faces.
#pragma once

#include <string>
#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/geometry/hull.h"

namespace slipstick::geometry {

/// InputError, starting with `where`, if there are fewer than four points, non-finite coordinates, or
/// coplanar points.
Hull MakeHull(const std::vector<Eigen::Vector3d>& points, const std::string& where);

}  // namespace slipstick::geometry
