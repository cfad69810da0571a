// Symmetric form of the motion of spring_damper.h for damping proportional to stiffness, B = β K. With
// S = K^½, in the coordinates y = S x,
//
//   ÿ + S W S (β ẏ + y) = S (b + ḃ t),    λ = -S (y + β ẏ).
#pragma once

#include <vector>

#include "slipstick/core/pack.h"
#include "slipstick/solvers/exponential/spring_damper.h"

namespace slipstick::solvers {

class ProportionalScaling {
 public:
  /// B = β K, with the same β for all rows up to rounding.
  static bool Applies(const SpringDamper& system);

  void Reserve(int n);
  /// Allocates only if n exceeds all earlier sizes.
  void Prepare(const SpringDamper& system);

  int size() const { return n_; }
  double beta() const { return beta_; }
  const double* matrix() const { return matrix_.data(); }  ///< S W S

  /// Lanes y, ẏ, S b, S ḃ of every row.
  void Scale(const SpringDamperStart& start, Pack* scaled) const;
  /// From lanes y, ẏ, S⁻¹ mean, S⁻¹ double_mean.
  void Unscale(const Pack* scaled, const SpringDamperMotion& motion) const;

 private:
  int n_ = 0;
  double beta_ = 0.0;
  std::vector<double> matrix_, s_, inverse_s_;
};

}  // namespace slipstick::solvers
