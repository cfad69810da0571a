// The motion of spring_damper.h in closed form, for damping proportional to stiffness.
//
// With S W S = Q Λ Qᵀ (proportional_scaling.h; W may be singular), every mode η = Qᵀ S x is an independent
// oscillator,
//
//   η̈ + β λ η̇ + λ η = f + ḟ t,    f = Qᵀ S b,
//
// with elementary solutions (oscillator.h). Exact for every t up to rounding.
#pragma once

#include <vector>

#include "slipstick/solvers/exponential/proportional_scaling.h"
#include "slipstick/solvers/linear/symmetric_modes.h"

namespace slipstick::solvers {

class SpringDamperModes {
 public:
  void Reserve(int n);
  /// False if W is not finite. Allocates only if n exceeds all earlier sizes.
  bool Decompose(const SpringDamper& system);

  /// Sets the initial state. May be called again for the same system.
  void Begin(const SpringDamperStart& start);
  /// The motion at time t. May be called for several times t.
  void At(double t, const SpringDamperMotion& motion);

 private:
  ProportionalScaling scaling_;
  SymmetricModes modes_;
  std::vector<Pack> start_, result_;  ///< per mode: η, η̇, f, ḟ; and η, η̇, mean, mean of mean
  std::vector<Pack> scaled_;          ///< the same per row
};

}  // namespace slipstick::solvers
