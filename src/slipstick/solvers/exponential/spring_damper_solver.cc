#include "slipstick/solvers/exponential/spring_damper_solver.h"

#include <cmath>

namespace slipstick::solvers {
namespace {

/// With more sub-steps the modal form is cheaper: its cost does not depend on the number of oscillations.
constexpr int kMaxTridiagonalSubsteps = 8;

const std::vector<std::string>& AlgorithmNames() {
  static const std::vector<std::string> names{"auto", "tridiagonal", "modal", "rational", "exponential"};
  return names;
}

}  // namespace

void SpringDamperOptions::Visit(FieldVisitor& visit) {
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

SpringDamperSolver::SpringDamperSolver(const SpringDamperOptions& options)
    : options_(options), exponential_(options.exponential) {}

void SpringDamperSolver::Reserve(int n) {
  if (options_.algorithm == SpringDamperAlgorithm::kExponential) return exponential_.Reserve(n);
  rational_.Reserve(n);
  if (options_.algorithm == SpringDamperAlgorithm::kRational) return;
  tridiagonal_.Reserve(n);
  modes_.Reserve(n);
}

bool SpringDamperSolver::Prepare(const SpringDamper& system, double t) {
  double sum = 0.0;
  for (int j = 0; j < system.n; ++j) {
    double column = 0.0;  // the columns do not wait for each other
    for (int i = 0; i < system.n; ++i) column += system.W[j * system.n + i];
    sum += column;
  }
  if (!std::isfinite(sum)) return false;
  system_ = system;
  algorithm_ = Choose(system, t);
  return algorithm_ != SpringDamperAlgorithm::kModal || modes_.Decompose(system);
}

SpringDamperAlgorithm SpringDamperSolver::Choose(const SpringDamper& system, double t) {
  const SpringDamperAlgorithm wanted = options_.algorithm;
  if (wanted == SpringDamperAlgorithm::kRational || wanted == SpringDamperAlgorithm::kExponential)
    return wanted;
  if (!ProportionalScaling::Applies(system)) return SpringDamperAlgorithm::kRational;
  if (wanted == SpringDamperAlgorithm::kModal) return wanted;
  tridiagonal_.Decompose(system);
  if (wanted == SpringDamperAlgorithm::kTridiagonal ||
      tridiagonal_.CountSubsteps(t) <= kMaxTridiagonalSubsteps)
    return SpringDamperAlgorithm::kTridiagonal;
  return SpringDamperAlgorithm::kModal;
}

void SpringDamperSolver::Begin(const SpringDamperStart& start) {
  start_ = start;
  if (algorithm_ == SpringDamperAlgorithm::kTridiagonal) tridiagonal_.Begin(start);
  if (algorithm_ == SpringDamperAlgorithm::kModal) modes_.Begin(start);
}

void SpringDamperSolver::At(double t, SpringDamperMotion motion) {
  switch (algorithm_) {
    case SpringDamperAlgorithm::kTridiagonal: return tridiagonal_.At(t, motion);
    case SpringDamperAlgorithm::kModal: return modes_.At(t, motion);
    case SpringDamperAlgorithm::kRational: return rational_.Solve(system_, start_, t, motion);
    default: return exponential_.Solve(system_, start_, t, motion);
  }
}

const char* SpringDamperSolver::algorithm() const {
  return AlgorithmNames()[static_cast<int>(algorithm_)].c_str();
}

}  // namespace slipstick::solvers
