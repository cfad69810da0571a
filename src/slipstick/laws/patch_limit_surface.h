// Wrench space of a circular patch: coupled friction and torsion, and a movable centre of pressure, so that
// it supports tipping moments, unlike a point.
//
// Under a uniform pressure N / (π r²), pure rotation about the normal has the friction moment
// ∫ μ p ρ dA = 2/3 μ N r, and pure translation the friction force μ N. In between, the limit surface (Goyal,
// Ruina and Papadopoulos 1991) is nearly the ellipsoid of Howe and Cutkosky (1996):
//
//   (|f_t| / μN)² + (m_z / (c μ N r))² <= 1,   c = 2/3                    centre of pressure in the middle
//
// The centre of pressure may be anywhere on the disc: |(m_x, m_y)| <= N r. At the rim all pressure acts at
// one point: full friction, no torsion. The set is the convex hull of both:
//
//   rim      (f_t, m_z) = (μN t_i, 0),  (m_x, m_y) = N r k_j                  4 x m corners
//   middle   (f_t, m_z) on the ellipsoid, at 45° north and south and the poles    2 m + 2 corners
//
// The equator needs no corners of its own: it lies between those of the rim. m = 6 gives 38 corners, m = 4
// gives 26. All lie on the limit surface.
#pragma once

#include <array>
#include <vector>

#include "slipstick/laws/bounded_space.h"

namespace slipstick::laws {

class PatchLimitSurface : public BoundedSpace {
 public:
  static constexpr double kUniformDisc = 2.0 / 3.0;

  /// `torsion`: c above. It is smaller for a pressure that is highest in the middle (Hertz: 3π/16), and 1 for
  /// pressure at the rim only.
  PatchLimitSurface(double mu, double radius, int directions, const ForceBound& bound,
                    double torsion = kUniformDisc);

  int num_corners() const override { return static_cast<int>(corners_.size()); }
  bool has_moments() const override { return true; }
  double radius() const override { return radius_; }

 private:
  void UnitCorners(const world::ContactPose& pose, View<double> corners) const override;

  double radius_;
  std::vector<std::array<double, 6>> corners_;
};

}  // namespace slipstick::laws
