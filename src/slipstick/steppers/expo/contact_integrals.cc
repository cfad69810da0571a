#include "slipstick/steppers/expo/contact_integrals.h"

#include <cmath>

namespace slipstick::expo {
namespace {

/// Beyond it the modes, which mind no number of turns, are cheaper.
constexpr int kMostPiecesOfTridiagonal = 8;

const std::vector<std::string>& AlgorithmNames() {
  static const std::vector<std::string> names{"auto", "tridiagonal", "modal", "rational", "exponential"};
  return names;
}

}  // namespace

void IntegralOptions::Visit(FieldVisitor& visit) {
  visit.Choice(
      "integrals", algorithm, AlgorithmNames(),
      "algorithm to the integrals of contact forces: all but a reduced exponential give the same. Where "
      "damping is not "
      "proportional to stiffness, tridiagonal and modal give way to rational");
  visit.Integer("products", exponential.products, {-1, 4},
                "of the exponential: matrix products to spend (paper 000: 0 to 4), -1 for full accuracy");
  visit.Flag("balance", exponential.balance, "of the exponential: scale its matrix first (paper 000)");
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
  for (int i = 0; i < system.n * system.n; ++i) sum += system.W[i];
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
  if (wanted == Integrals::kTridiagonal || tridiagonal_.CountPieces(t) <= kMostPiecesOfTridiagonal)
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
