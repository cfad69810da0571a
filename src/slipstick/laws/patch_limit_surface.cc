#include "slipstick/laws/patch_limit_surface.h"

#include <algorithm>
#include <cmath>

#include "slipstick/core/check_number.h"
#include "slipstick/laws/friction_polytopes.h"

namespace slipstick::laws {

PatchLimitSurface::PatchLimitSurface(double mu, double radius, int directions, const ForceBound& bound,
                                     double torsion)
    : BoundedSpace(bound, "PatchLimitSurface"), radius_(radius) {
  CheckNotNegative(mu, "PatchLimitSurface", "mu", "");
  CheckPositive(radius, "PatchLimitSurface", "radius", "m");
  CheckNotNegative(torsion, "PatchLimitSurface", "torsion", "");
  CheckWhole(directions, kMinDirections, kMaxDirections, "PatchLimitSurface", "directions");
  constexpr int kRimPoints = 4;
  const std::vector<Vec3<double>> polygon = RegularPolygon(directions);
  for (const Vec3<double>& k : RegularPolygon(kRimPoints))
    for (const Vec3<double>& t : polygon)
      corners_.push_back({mu * t.x, mu * t.y, 1.0, radius * k.x, radius * k.y, 0.0});
  const double max_torsion = torsion * mu * radius, half = std::sqrt(0.5);
  for (const double pole : {max_torsion, -max_torsion}) {
    for (const Vec3<double>& t : polygon)
      corners_.push_back({half * mu * t.x, half * mu * t.y, 1.0, 0.0, 0.0, half * pole});
    corners_.push_back({0.0, 0.0, 1.0, 0.0, 0.0, pole});
  }
}

void PatchLimitSurface::UnitCorners(const world::ContactPose& /*pose*/, View<double> corners) const {
  for (int i = 0; i < num_corners(); ++i)
    std::copy(corners_[i].begin(), corners_[i].end(), corners.begin() + 6 * i);
}

}  // namespace slipstick::laws
