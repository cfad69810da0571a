// The motion of contacts over a step and the means of their forces, by one of several algorithms
// (solvers/exponential/spring_damper.h).
#pragma once

#include "slipstick/core/fields.h"
#include "slipstick/solvers/exponential/spring_damper_exponential.h"
#include "slipstick/solvers/exponential/spring_damper_modes.h"
#include "slipstick/solvers/exponential/spring_damper_rational.h"
#include "slipstick/solvers/exponential/spring_damper_tridiagonal.h"

namespace slipstick::expo {

enum class Integrals { kAuto, kTridiagonal, kModal, kRational, kExponential };

struct IntegralOptions {
  Integrals algorithm = Integrals::kAuto;
  solvers::MatrixExponentialOptions exponential;

  void Visit(FieldVisitor& visit);
};

class ContactIntegrals {
 public:
  explicit ContactIntegrals(const IntegralOptions& options);

  /// Reserves memory for systems of size n.
  void Reserve(int n);
  /// Prepares for times up to t. The arrays of `system` must stay valid. False if W is not finite.
  bool Prepare(const solvers::SpringDamper& system, double t);
  /// The arrays of `start` must stay valid.
  void Begin(const solvers::SpringDamperStart& start);
  void At(double t, solvers::SpringDamperMotion motion);

  /// The algorithm in use, by its option name.
  const char* algorithm() const;

 private:
  Integrals Choose(const solvers::SpringDamper& system, double t);

  IntegralOptions options_;
  Integrals algorithm_ = Integrals::kAuto;
  solvers::SpringDamper system_{};
  solvers::SpringDamperStart start_{};
  solvers::SpringDamperTridiagonal tridiagonal_;
  solvers::SpringDamperModes modes_;
  solvers::SpringDamperRational rational_;
  solvers::SpringDamperExponential exponential_;
};

}  // namespace slipstick::expo
