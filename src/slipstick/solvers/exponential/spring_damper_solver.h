// The motion of spring_damper.h by the algorithm that suits the system.
#pragma once

#include "slipstick/core/fields.h"
#include "slipstick/solvers/exponential/spring_damper_exponential.h"
#include "slipstick/solvers/exponential/spring_damper_modes.h"
#include "slipstick/solvers/exponential/spring_damper_rational.h"
#include "slipstick/solvers/exponential/spring_damper_tridiagonal.h"

namespace slipstick::solvers {

enum class SpringDamperAlgorithm { kAuto, kTridiagonal, kModal, kRational, kExponential };

struct SpringDamperOptions {
  SpringDamperAlgorithm algorithm = SpringDamperAlgorithm::kAuto;
  MatrixExponentialOptions exponential;

  void Visit(FieldVisitor& visit);
};

class SpringDamperSolver {
 public:
  explicit SpringDamperSolver(const SpringDamperOptions& options);

  /// Reserves memory for systems of size n.
  void Reserve(int n);
  /// Prepares for times up to t. The arrays of `system` must stay valid. False if W is not finite.
  bool Prepare(const SpringDamper& system, double t);
  /// The arrays of `start` must stay valid.
  void Begin(const SpringDamperStart& start);
  void At(double t, SpringDamperMotion motion);

  /// The algorithm in use, by its option name.
  const char* algorithm() const;

 private:
  SpringDamperAlgorithm Choose(const SpringDamper& system, double t);

  SpringDamperOptions options_;
  SpringDamperAlgorithm algorithm_ = SpringDamperAlgorithm::kAuto;
  SpringDamper system_{};
  SpringDamperStart start_{};
  SpringDamperTridiagonal tridiagonal_;
  SpringDamperModes modes_;
  SpringDamperRational rational_;
  SpringDamperExponential exponential_;
};

}  // namespace slipstick::solvers
