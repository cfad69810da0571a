#include "slipstick/steppers/expo/contact_integrals.h"

#include <cmath>

namespace slipstick::expo {
namespace {

/// With more sub-steps the modal form is cheaper: its cost does not depend on the number of oscillations.
constexpr int kMaxTridiagonalSubsteps = 8;

const std::vector<std::string>& AlgorithmNames() {
  static const std::vector<std::string> names{"auto", "tridiagonal", "modal", "rational", "exponential"};
  return names;
}

}  // namespace

void IntegralOptions::Visit(FieldVisitor& visit) {
  visit.Choice(
      "integrals", algorithm, AlgorithmNames(),
      "algorithm for the contact-force integrals; all are equivalent except a truncated exponential. "
      "Where damping is not proportional to stiffness, rational replaces tridiagonal and modal");
  visit.Integer(
      "products", exponential.products, {-1, 4},
      "integrals=exponential: number of matrix products (Hammoud et al. 2022: 0 to 4), -1: full accuracy");
  visit.Flag("balance", exponential.balance,
             "integrals=exponential: balance the matrix first (Hammoud et al. 2022)");
}

ContactIntegrals::ContactIntegrals(const IntegralOptions& options)
    : options_(options), exponential_(options.exponential) {}

void ContactIntegrals::Reserve(int n) {
  if (options_.algorithm == Integrals::kExponential) return exponential_.Reserve(n);
  rational_.Reserve(n);
  if (options_.algorithm == Integrals::kRational) return;
  tridiagonal_.Reserve(n);
  modes_.Reserve(n);
}

bool ContactIntegrals::Prepare(const solvers::SpringDamper& system, double t) {
  double sum = 0.0;
  for (int j = 0; j < system.n; ++j) {
    double column = 0.0;  // the columns do not wait for each other
    for (int i = 0; i < system.n; ++i) column += system.W[j * system.n + i];
    sum += column;
  }
  if (!std::isfinite(sum)) return false;
  system_ = system;
  algorithm_ = Choose(system, t);
  return algorithm_ != Integrals::kModal || modes_.Decompose(system);
}

Integrals ContactIntegrals::Choose(const solvers::SpringDamper& system, double t) {
  const Integrals wanted = options_.algorithm;
  if (wanted == Integrals::kRational || wanted == Integrals::kExponential) return wanted;
  if (!solvers::ProportionalScaling::Applies(system)) return Integrals::kRational;
  if (wanted == Integrals::kModal) return wanted;
  tridiagonal_.Decompose(system);
  if (wanted == Integrals::kTridiagonal || tridiagonal_.CountSubsteps(t) <= kMaxTridiagonalSubsteps)
    return Integrals::kTridiagonal;
  return Integrals::kModal;
}

void ContactIntegrals::Begin(const solvers::SpringDamperStart& start) {
  start_ = start;
  if (algorithm_ == Integrals::kTridiagonal) tridiagonal_.Begin(start);
  if (algorithm_ == Integrals::kModal) modes_.Begin(start);
}

void ContactIntegrals::At(double t, solvers::SpringDamperMotion motion) {
  switch (algorithm_) {
    case Integrals::kTridiagonal: return tridiagonal_.At(t, motion);
    case Integrals::kModal: return modes_.At(t, motion);
    case Integrals::kRational: return rational_.Solve(system_, start_, t, motion);
    default: return exponential_.Solve(system_, start_, t, motion);
  }
}

const char* ContactIntegrals::algorithm() const {
  return AlgorithmNames()[static_cast<int>(algorithm_)].c_str();
}

}  // namespace slipstick::expo
