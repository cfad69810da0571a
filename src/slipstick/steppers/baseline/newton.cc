#include "slipstick/steppers/baseline/newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slipstick::baseline {
namespace {

/// Share of the tolerance below which a step is rounding of forces: that it grows says nothing.
constexpr double kNothing = 1e-3;

}  // namespace

void NewtonOptions::Visit(FieldVisitor& visit) {
  visit.Number(
      "tolerance", tolerance, {1e-15, 1.0}, "m/s, rad/s",
      "done when a Newton step changes no velocity by more (paper 000: 1e-6), or by the rule of stop");
  visit.Integer("max_iterations", max_iterations, {1, 1000},
                "Newton steps before giving up (paper 000: 30; paper 004: 10)");
  visit.Integer("max_halvings", max_halvings, {0, 60}, "of a Newton step that leads nowhere (paper 000: 20)");
  visit.Choice("newton", scheme, {"full", "per-attempt", "quasi"},
               "how often there is a new Jacobian: in every iteration, once, or only if old ones fail within "
               "the step");
  visit.Choice("stop", stop, {"step", "theta"},
               "when a Newton step is small, or when what is left is, by the rate of convergence (Hairer and "
               "Wanner; paper 004)");
  visit.Choice("line_search", line_search, {"merit", "transition", "none"},
               "shorten Newton steps that lead nowhere, or those that jump over stiction (paper 004, with "
               "law=regularized), or none");
  visit.Number("max_angle", limits.max_angle, {0.01, 1.55}, "rad",
               "by which a Newton step may turn slip, with line_search=transition (paper 004: pi/3)");
}

// --- equations
// ----------------------------------------------------------------------------------------------------------

NewtonEquations::NewtonEquations(const Eigen::VectorXd& inertia)
    : residual_(Eigen::VectorXd::Zero(inertia.size())), inertia_(inertia) {}

double NewtonEquations::Merit() const {
  double sum = 0.0;
  for (int k = 0; k < residual_.size(); ++k) sum += residual_[k] * residual_[k] / inertia_[k];
  return 0.5 * sum;
}

bool NewtonEquations::IsBalanced(double tolerance) const {
  for (int k = 0; k < residual_.size(); ++k)
    if (!(seconds_ * std::abs(residual_[k]) <= tolerance * inertia_[k])) return false;
  return true;
}

// --- the method
// ---------------------------------------------------------------------------------------------------------

Newton::Newton(int size, const NewtonOptions& options) : options_(options), lu_(size) {
  guess_ = best_x_ = trial_x_ = dx_ = Eigen::VectorXd::Zero(size);
}

NewtonOutcome Newton::Solve(NewtonEquations& equations, Eigen::VectorXd& x) {
  outcome_ = {};
  guess_ = best_x_ = x;
  Evaluate(equations, x);
  Record(equations, x, 0.0);
  best_merit_ = equations.Merit();
  outcome_.is_finite = std::isfinite(best_merit_);
  if (!outcome_.is_finite) return outcome_;
  if (options_.scheme == NewtonScheme::kQuasi && ReuseMatrix(equations)) {
    outcome_.converged = Iterate(equations, x);
    if (!outcome_.converged) {
      x = guess_;
      Evaluate(equations, x);
      Record(equations, x, 0.0);
    }
  }
  if (!outcome_.converged) outcome_.converged = RenewMatrix(equations) && Iterate(equations, x);
  if (outcome_.converged)
    x += dx_;
  else
    x = best_x_;
  Evaluate(equations, x);
  Record(equations, x, 1.0);
  return outcome_;
}

void Newton::Evaluate(NewtonEquations& equations, const Eigen::VectorXd& x) {
  equations.Evaluate(x);
  ++outcome_.evaluations;
}

void Newton::Record(const NewtonEquations& equations, const Eigen::VectorXd& x, double share) const {
  if (history_ == nullptr) return;
  double largest = 0.0;
  for (int k = 0; k < equations.size(); ++k) largest = std::max(largest, std::abs(equations.Imbalance(k)));
  history_->iterates.push_back({x, largest, share});
}

/// With the old factor or, if that is for another step, with one of the old derivatives. False if there is
/// nothing old.
bool Newton::ReuseMatrix(NewtonEquations& equations) {
  if (factor_is_old_ && factor_seconds_ == equations.seconds()) return true;
  return derivatives_are_old_ && Factor(equations);
}

bool Newton::RenewMatrix(NewtonEquations& equations) {
  equations.Differentiate();
  derivatives_are_old_ = true;
  ++outcome_.jacobians;
  if (history_ != nullptr) ++history_->jacobians;
  return Factor(equations);
}

bool Newton::Factor(NewtonEquations& equations) {
  equations.Form(lu_.matrix());
  const steppers::ScopedPhase phase(timer_, steppers::Phase::kSolve);
  if (history_ != nullptr) ++history_->factors;
  factor_is_old_ = lu_.Factor();
  factor_seconds_ = equations.seconds();
  return factor_is_old_;
}

/// Starts with a factor. True if x + dx_ is the solution.
bool Newton::Iterate(NewtonEquations& equations, Eigen::VectorXd& x) {
  const bool renews = options_.scheme == NewtonScheme::kFull;
  theta_base_ = 0.0;
  is_in_transition_ = false;
  for (int iteration = 0; iteration < options_.max_iterations; ++iteration) {
    if (iteration > 0 && (renews || is_in_transition_) && !RenewMatrix(equations)) return false;
    ++outcome_.iterations;
    FindCorrection(equations);
    const Verdict verdict = Judge(x, iteration, equations.seconds());
    if (verdict != Verdict::kGoOn) return verdict == Verdict::kDone;
    Move(equations, x);
    KeepIfBest(equations, x);
    if (renews && options_.stop == StopRule::kStep && equations.IsBalanced(options_.tolerance)) {
      FindCorrection(equations);  // the Jacobian is good enough for what is left
      if (outcome_.residual <= options_.tolerance) return true;
    }
  }
  return false;
}

void Newton::FindCorrection(const NewtonEquations& equations) {
  dx_ = -equations.residual();
  lu_.Solve(View<double>(dx_));
  outcome_.residual = dx_.lpNorm<Eigen::Infinity>();
}

Newton::Verdict Newton::Judge(const Eigen::VectorXd& x, int iteration, double seconds) {
  if (!std::isfinite(outcome_.residual)) return Verdict::kFailed;
  if (options_.stop == StopRule::kStep)
    return outcome_.residual <= options_.tolerance ? Verdict::kDone : Verdict::kGoOn;
  if (IsRounding(x)) return Verdict::kDone;
  const double size =
      std::max(1.0, seconds) * outcome_.residual;  // velocities in 1 s, or the way in the step
  const double before = theta_base_;
  theta_base_ = size;
  if (iteration < 2 || before == 0.0) return Verdict::kGoOn;
  const double theta = size / before;
  if (!(theta <= 1.0)) return size <= kNothing * options_.tolerance ? Verdict::kDone : Verdict::kFailed;
  return theta * size < options_.tolerance * (1.0 - theta) ? Verdict::kDone : Verdict::kGoOn;
}

bool Newton::IsRounding(const Eigen::VectorXd& x) const {
  constexpr double kRounding = 10.0 * std::numeric_limits<double>::epsilon();
  for (int k = 0; k < x.size(); ++k)
    if (!(std::abs(dx_[k]) <= kRounding * std::max(1.0, std::abs(x[k])))) return false;
  return true;
}

/// x += as much of dx_ as the line search allows, and evaluates there.
void Newton::Move(NewtonEquations& equations, Eigen::VectorXd& x) {
  double share = 1.0;
  if (options_.line_search == LineSearch::kMerit) {
    share = SearchByMerit(equations, x);
  } else {
    if (options_.line_search == LineSearch::kTransition)
      share = equations.LimitTransitions(dx_, options_.limits);
    x += share * dx_;
    Evaluate(equations, x);
  }
  Record(equations, x, share);
  if (share < 1.0) theta_base_ = 0.0;
  is_in_transition_ = options_.scheme == NewtonScheme::kQuasi &&
                      options_.line_search == LineSearch::kTransition && share < 1.0;
}

/// As much as brings the residual down. If nothing does, a contact that opens, closes or slips is in the way,
/// and the Newton step is taken in full, to where the force law is smooth again.
double Newton::SearchByMerit(NewtonEquations& equations, Eigen::VectorXd& x) {
  const double merit = equations.Merit();
  double fraction = 1.0;
  for (int halvings = 0; halvings <= options_.max_halvings; ++halvings, fraction *= 0.5) {
    trial_x_ = x + fraction * dx_;
    Evaluate(equations, trial_x_);
    if (!(equations.Merit() < merit)) continue;
    x = trial_x_;
    return fraction;
  }
  x += dx_;
  Evaluate(equations, x);
  return 1.0;
}

void Newton::KeepIfBest(const NewtonEquations& equations, const Eigen::VectorXd& x) {
  const double merit = equations.Merit();
  if (!(merit < best_merit_)) return;
  best_merit_ = merit;
  best_x_ = x;
}

}  // namespace slipstick::baseline
