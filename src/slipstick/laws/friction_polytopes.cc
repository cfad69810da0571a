#include "slipstick/laws/friction_polytopes.h"

#include <cmath>
#include <numbers>

#include "slipstick/core/blocks.h"
#include "slipstick/core/check_number.h"
#include "slipstick/core/error.h"

namespace slipstick::laws {
namespace {

/// A unit axis with a smaller tangential component counts as normal to the surface.
constexpr double kMinAlongSurface = 1e-6;

}  // namespace

std::vector<Vec3<double>> RegularPolygon(int corners) {
  std::vector<Vec3<double>> polygon;
  for (int i = 0; i < corners; ++i) {
    const auto [sin, cos] = SinCos(2.0 * std::numbers::pi * i / corners);
    polygon.push_back({cos, sin, 0.0});
  }
  return polygon;
}

CoulombPolytope::CoulombPolytope(double mu, int directions, const ForceBound& bound)
    : BoundedSpace(bound, "CoulombPolytope") {
  CheckNotNegative(mu, "CoulombPolytope", "mu", "");
  CheckWhole(directions, kMinDirections, kMaxDirections, "CoulombPolytope", "directions");
  for (const Vec3<double>& t : RegularPolygon(directions)) unit_corners_.push_back({mu * t.x, mu * t.y, 1.0});
}

void CoulombPolytope::UnitCorners(const world::ContactPose& /*pose*/, View<double> corners) const {
  for (int i = 0; i < num_corners(); ++i) SetBlock(corners.data(), i, unit_corners_[i]);
}

AnisotropicPolytope::AnisotropicPolytope(double mu_x, double mu_y, const Vec3<double>& axis_B, int directions,
                                         const ForceBound& bound)
    : BoundedSpace(bound, "AnisotropicPolytope") {
  CheckNotNegative(mu_x, "AnisotropicPolytope", "mu_x", "");
  CheckNotNegative(mu_y, "AnisotropicPolytope", "mu_y", "");
  CheckWhole(directions, kMinDirections, kMaxDirections, "AnisotropicPolytope", "directions");
  const double length = Length(axis_B);
  if (!std::isfinite(length) || length == 0.0)
    throw InputError(
        "AnisotropicPolytope: the axis is zero or not finite, so it has no direction; give a nonzero "
        "vector.");
  axis_B_ = (1.0 / length) * axis_B;
  for (const Vec3<double>& t : RegularPolygon(directions))
    unit_corners_.push_back({mu_x * t.x, mu_y * t.y, 1.0});
}

void AnisotropicPolytope::UnitCorners(const world::ContactPose& pose, View<double> corners) const {
  const Vec3<double> axis_C = TransposeTimes(pose.R_BC, axis_B_);
  const double along = std::hypot(axis_C.x, axis_C.y);
  const bool tangential = along > kMinAlongSurface;
  const double cos = tangential ? axis_C.x / along : 1.0, sin = tangential ? axis_C.y / along : 0.0;
  for (int i = 0; i < num_corners(); ++i) {
    const Vec3<double>& f = unit_corners_[i];
    SetBlock(corners.data(), i, {cos * f.x - sin * f.y, sin * f.x + cos * f.y, f.z});
  }
}

}  // namespace slipstick::laws
