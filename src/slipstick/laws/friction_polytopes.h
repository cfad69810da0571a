// Friction pyramids of point contacts, bounded by a depth-dependent normal force: a normal force plus
// friction along the directions of a regular polygon (Pan and Hauser 2020 (nmdp), Eq. 5; the pyramid of
// Stewart and Trinkle 2000, bounded).
//
//   corner i = bound(d) (n + μ t_i),   t_i = (cos 2πi/m, sin 2πi/m),   i = 0 ... m-1
//
// The polygon is inscribed in the circle: no force lies outside the circular cone. Midway between two
// directions the friction limit is cos(π/m) of the full one: 0.87 with 6 directions, 0.92 with 8.
#pragma once

#include <vector>

#include "slipstick/laws/bounded_space.h"

namespace slipstick::laws {

inline constexpr int kFewestDirections = 3, kMostDirections = 64;

/// The corners of a regular polygon inscribed in the unit circle; the first is x.
std::vector<Vec3<double>> RegularPolygon(int corners);

class CoulombPolytope : public BoundedSpace {
 public:
  CoulombPolytope(double mu, int directions, const ForceBound& bound);

  int num_corners() const override { return static_cast<int>(corners_.size()); }

 private:
  void UnitCorners(const world::ContactPose& pose, View<double> corners) const override;

  std::vector<Vec3<double>> corners_;
};

/// Anisotropic friction, such as that of grooves or of a skate: an ellipse whose axes are fixed to body b.
class AnisotropicPolytope : public BoundedSpace {
 public:
  /// `axis_B`: the direction of mu_x, in the frame of body b (world frame if b is the world). Its tangential
  /// projection is used; if it is normal to the surface, the x axis of C.
  AnisotropicPolytope(double mu_x, double mu_y, const Vec3<double>& axis_B, int directions,
                      const ForceBound& bound);

  int num_corners() const override { return static_cast<int>(polygon_.size()); }

 private:
  void UnitCorners(const world::ContactPose& pose, View<double> corners) const override;

  std::vector<Vec3<double>> polygon_;  ///< inscribed in the ellipse with half axes mu_x and mu_y
  Vec3<double> axis_B_;
};

}  // namespace slipstick::laws
