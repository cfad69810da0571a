// The closed algorithm to the motion of spring_damper.h where damping is proportional to stiffness.
//
// With S W S = Q Λ Qᵀ (proportional_scaling.h), also where W is singular, every mode η = Qᵀ S x is an
// oscillator of its own,
//
//   η̈ + β λ η̇ + λ η = f + ḟ t,    f = Qᵀ S b,
//
// whose answers are elementary (oscillator.h). Exact for every t, to rounding.
#pragma once

#include <vector>

#include "slipstick/solvers/exponential/proportional_scaling.h"
#include "slipstick/solvers/linear/symmetric_modes.h"

namespace slipstick::solvers {

class SpringDamperModes {
 public:
  void Reserve(int n);
  /// False if W is not finite. Allocates while n exceeds all earlier ones.
  bool Decompose(const SpringDamper& system);

  /// From where the motion starts. May be called again for the same system.
  void Begin(const SpringDamperStart& start);
  /// Where it has come after t. May be called for any number of times.
  void At(double t, const SpringDamperMotion& motion);

  /// All three for one time.
  void Solve(const SpringDamper& system, const SpringDamperStart& start, double t,
             const SpringDamperMotion& motion) {
    Decompose(system);
    Begin(start);
    At(t, motion);
  }

 private:
  ProportionalScaling scaling_;
  SymmetricModes modes_;
  std::vector<Pack> start_, result_;  ///< per mode: η, η̇, f, ḟ; and η, η̇, mean, mean of mean
};

}  // namespace slipstick::solvers
