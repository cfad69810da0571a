#include "slipstick/solvers/cone/coulomb.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slipstick::solvers {
namespace {

constexpr int kNewtonStepsAlone = 100, kNewtonStepsInTurns = 25, kNewtonStepsWhenQuick = 12;
constexpr int kMaxContactSweeps = 20000, kSweepsBetweenChecks = 10;
constexpr int kTurns = 5, kFirstSweeps = 10;
/// Steps of the fixed-point iteration: at most, and without a residual below this fraction of the smallest so
/// far. It converges linearly or cycles.
constexpr int kFixedPointSteps = 100, kStalledSteps = 5;
constexpr double kProgress = 0.9;
/// ConeNewton::work from which on that iteration is not continued: about 0.1 s.
constexpr double kMaxWork = 5e9;
/// SolveCompliant: number of contacts up to which kAuto is used with all compliances; the first compliance of
/// a retry, and its increase.
constexpr int kFewContacts = 16;
constexpr double kRetryCompliance = 1e-5, kIncrease = 100.0;
/// SolveCompliant: relative compliance from which on kAuto nearly always succeeds, also with many contacts.
constexpr double kRobustCompliance = 0.999e-3;
constexpr double kToleratedResidual = 1e-6;  ///< of b

}  // namespace

CoulombSolver::CoulombSolver(int max_contacts) { Reserve(max_contacts); }

void CoulombSolver::Reserve(int contacts) {
  newton_.Reserve(contacts);
  compliance_.reserve(contacts);
  kept_.reserve(3 * contacts);
}

CoulombResult CoulombSolver::Solve(const Eigen::Ref<const Eigen::MatrixXd>& W,
                                   const Eigen::Ref<const Eigen::VectorXd>& b, View<const double> mu,
                                   Eigen::Ref<Eigen::VectorXd> p, CoulombMethod method,
                                   View<const double> compliance) {
  newton_.Load(W, b, mu, compliance, FrictionSet::kCone, Pyramid(), ConeNewton::Law::kCoulomb);
  newton_.Start(p);
  switch (method) {
    case CoulombMethod::kNewton: newton_.Newton(kNewtonStepsAlone); break;
    case CoulombMethod::kGaussSeidel: SolveBySweeps(); break;
    case CoulombMethod::kQuick: newton_.Newton(kNewtonStepsWhenQuick); break;
    case CoulombMethod::kAuto:
      method = CoulombMethod::kNewton;
      newton_.Save();
      if (newton_.Newton(kNewtonStepsInTurns)) break;
      method = CoulombMethod::kGaussSeidel;
      newton_.SaveIfBest();
      if (!SolveByTurns() && !SolveByFixedPoint()) newton_.RestoreBest();
      break;
  }
  newton_.Finish(p);
  return {newton_.solved(), newton_.iterations(), newton_.residual(), method};
}

CoulombResult CoulombSolver::SolveCompliant(const Eigen::Ref<const Eigen::MatrixXd>& W,
                                            const Eigen::Ref<const Eigen::VectorXd>& b, View<const double> mu,
                                            const Compliance& compliance, Eigen::Ref<Eigen::VectorXd> p) {
  const double tolerated = kToleratedResidual * b.lpNorm<Eigen::Infinity>();
  int iterations = 0;
  const auto solve = [&](double relative, CoulombMethod method) {
    compliance_.clear();
    for (const double unit : compliance.unit)
      compliance_.push_back(std::max(compliance.least, relative * unit));
    CoulombResult result = Solve(W, b, mu, p, method, compliance_);
    result.iterations = iterations += result.iterations;
    result.compliance = relative;
    result.solved = result.solved || result.residual < tolerated;
    return result;
  };
  const bool are_few = mu.size() <= kFewContacts;
  CoulombResult result;
  for (double relative = compliance.relative;;
       relative = std::min(std::max(kRetryCompliance, kIncrease * relative), compliance.largest)) {
    const bool is_last = relative >= compliance.largest, is_robust = relative >= kRobustCompliance;
    result = solve(relative, are_few || is_last || is_robust ? CoulombMethod::kAuto : CoulombMethod::kQuick);
    if (result.solved || is_last) break;
  }
  if (!result.solved) return result;
  // A solution is a good initial guess for the same problem with less compliance.
  const CoulombMethod method = are_few ? CoulombMethod::kNewton : CoulombMethod::kQuick;
  while (result.compliance > compliance.relative) {
    kept_.assign(p.begin(), p.end());
    const double stiffer = result.compliance / kIncrease;
    const CoulombResult next = solve(std::max(stiffer, compliance.relative), method);
    if (!next.solved) {
      std::copy(kept_.begin(), kept_.end(), p.begin());
      break;
    }
    result = next;
  }
  result.iterations = iterations;
  for (int i = 0; i < p.size(); ++i) {
    const double unit = compliance.unit[i / 3], least = compliance.least;
    const double added =
        std::max(least, result.compliance * unit) - std::max(least, compliance.relative * unit);
    result.yielding = std::max(result.yielding, added * std::abs(p[i]) / b.lpNorm<Eigen::Infinity>());
  }
  return result;
}

void CoulombSolver::SolveBySweeps() {
  while (newton_.iterations() < kMaxContactSweeps && !newton_.Sweep(kSweepsBetweenChecks)) {
  }
}

/// The sweeps continue from their own last point, since Newton's method may have diverged.
bool CoulombSolver::SolveByTurns() {
  newton_.Restore();
  for (int turn = 0, sweeps = kFirstSweeps; turn < kTurns; ++turn, sweeps *= 2)
    if (newton_.Sweep(sweeps) || NewtonOrRestore()) return true;
  return false;
}

/// Starts with zero slip, since the sweeps converge most slowly where all contacts stick.
bool CoulombSolver::SolveByFixedPoint() {
  double smallest = std::numeric_limits<double>::infinity();
  for (int k = 0, stalled = 0; k < kFixedPointSteps && stalled < kStalledSteps; ++k) {
    if (newton_.work() > kMaxWork) return false;
    newton_.SolveWithSlipFrozen(k == 0);
    const double residual = newton_.residual();
    if (newton_.solved() || NewtonOrRestore()) return true;
    stalled = residual < kProgress * smallest ? 0 : stalled + 1;
    smallest = std::min(smallest, residual);
  }
  return false;
}

/// Newton's method from the present point, to which it returns if it fails.
bool CoulombSolver::NewtonOrRestore() {
  newton_.SaveIfBest();
  newton_.Save();
  if (newton_.Newton(kNewtonStepsInTurns)) return true;
  newton_.SaveIfBest();
  newton_.Restore();
  return false;
}

}  // namespace slipstick::solvers
