// Wrench spaces of point contacts with friction: pyramids with a polygonal base, bounded by the largest
// normal force at the depth d (Pan and Hauser 2020 (nmdp), Eq. 5; the pyramid of Stewart and Trinkle 2000,
// bounded). The apex is the zero force, as in every wrench space. The other corners are
//
//   corner i = bound(d) (n + μ t_i),   t_i = (cos 2πi/m, sin 2πi/m),   i = 0 ... m-1
//
// in the contact axes C (world/wrench_space.h), whose z is the normal n.
//
// The polygon is inscribed in the circle: no force lies outside the circular cone. Midway between two
// directions the friction limit is cos(π/m) of the full one: 0.87 with 6 directions, 0.92 with 8.
#pragma once

#include <vector>

#include "slipstick/laws/bounded_space.h"

namespace slipstick::laws {

inline constexpr int kMinDirections = 3, kMaxDirections = 64;

/// The corners of a regular polygon inscribed in the unit circle; the first corner is (1, 0, 0).
std::vector<Vec3<double>> RegularPolygon(int corners);

class CoulombPolytope : public BoundedSpace {
 public:
  CoulombPolytope(double mu, int directions, const ForceBound& bound);

  int num_corners() const override { return static_cast<int>(unit_corners_.size()); }

 private:
  void UnitCorners(const world::ContactPose& pose, View<double> corners) const override;

  std::vector<Vec3<double>> unit_corners_;  ///< for a normal force of 1 N
};

/// Anisotropic friction, such as that of grooves or of a skate: the polygon is inscribed in an ellipse with
/// half axes mu_x and mu_y, which are fixed to body b.
class AnisotropicPolytope : public BoundedSpace {
 public:
  /// `axis_B`: the direction of mu_x, in the frame of body b (world frame if b is the world). Its tangential
  /// projection is used; for an axis normal to the surface, mu_x is along the x axis of C.
  AnisotropicPolytope(double mu_x, double mu_y, const Vec3<double>& axis_B, int directions,
                      const ForceBound& bound);

  int num_corners() const override { return static_cast<int>(unit_corners_.size()); }

 private:
  void UnitCorners(const world::ContactPose& pose, View<double> corners) const override;

  std::vector<Vec3<double>> unit_corners_;  ///< for a normal force of 1 N and mu_x along x
  Vec3<double> axis_B_ = {};                ///< unit vector
};

}  // namespace slipstick::laws
