// Friction cones of points, cut off at what the depth bears, as polytopes: a normal force and friction along
// the sides of a regular polygon (paper 001, Eq. 5; the pyramid of Stewart and Trinkle, with an end).
//
//   corner i = bound(d) (n + μ t_i),   t_i = (cos 2πi/m, sin 2πi/m),   i = 0 ... m-1
//
// The polygon is inscribed: no force is outside of the round cone, and across a side there is cos(π/m) of the
// friction: 0.87 of it with 6 directions, 0.92 with 8.
#pragma once

#include <vector>

#include "slipstick/laws/bounded_space.h"

namespace slipstick::laws {

inline constexpr int kFewestDirections = 3, kMostDirections = 64;

/// The corners of a regular polygon in the unit circle; the first is x.
std::vector<Vec3<double>> RegularPolygon(int corners);

class CoulombPolytope : public BoundedSpace {
 public:
  CoulombPolytope(double mu, int directions, const ForceBound& bound);

  int num_corners() const override { return static_cast<int>(corners_.size()); }

 private:
  void UnitCorners(const world::ContactPose& pose, View<double> corners) const override;

  std::vector<Vec3<double>> corners_;
};

/// Friction that depends on the direction, as of grooves or of a skate: an ellipse, whose axes belong to body
/// b.
class AnisotropicPolytope : public BoundedSpace {
 public:
  /// `axis_B`: the direction in which mu_x counts, in the frame of body b (of the world where b is the
  /// world). What of it lies along the surface is used; where it stands on the surface, x of C takes its
  /// place.
  AnisotropicPolytope(double mu_x, double mu_y, const Vec3<double>& axis_B, int directions,
                      const ForceBound& bound);

  int num_corners() const override { return static_cast<int>(polygon_.size()); }

 private:
  void UnitCorners(const world::ContactPose& pose, View<double> corners) const override;

  std::vector<Vec3<double>> polygon_;  ///< with mu_x and mu_y for its half axes
  Vec3<double> axis_B_;
};

}  // namespace slipstick::laws
