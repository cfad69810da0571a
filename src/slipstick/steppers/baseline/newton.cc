#include "slipstick/steppers/baseline/newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slipstick::baseline {
namespace {

/// Fraction of the tolerance below which a step is due to rounding of forces, so that its growth is ignored.
constexpr double kNegligible = 1e-3;
/// Merit relative to that of the guess, the square of a residual of 1e-8, from which on a full step that does
/// not decrease it is due to rounding errors of forces: stiffness times those of contact points.
constexpr double kRoundingMerit = 1e-16;

}  // namespace

void NewtonOptions::Visit(FieldVisitor& visit) {
  visit.Number(
      "tolerance", tolerance, {1e-15, 1.0}, "m/s or rad/s",
      "converged when a Newton step changes no velocity by more (Hammoud et al. 2022: 1e-6); see stop");
  visit.Integer("max_iterations", max_iterations, {1, 1000},
                "maximum number of Newton steps (Hammoud et al. 2022: 30; Castro et al. 2020: 10)");
  visit.Integer(
      "max_halvings", max_halvings, {0, 60},
      "maximum halvings of a Newton step that does not decrease the residual (Hammoud et al. 2022: 20)");
  visit.Choice("newton", scheme, {"full", "per-attempt", "quasi"},
               "how often the Jacobian is renewed: in every iteration, once per attempt, or only if the old "
               "one fails");
  visit.Choice("stop", stop, {"step", "theta"},
               "converged when a Newton step is small, or when the remaining error is small, estimated from "
               "the rate of convergence (Hairer and Wanner; Castro et al. 2020)");
  visit.Choice(
      "line_search", line_search, {"merit", "transition", "none"},
      "merit: shorten Newton steps until the residual decreases; transition: shorten steps that would "
      "cross the stiction region (Castro et al. 2020, with law=regularized); none");
  visit.Number(
      "max_angle", limits.max_angle, {0.01, 1.55}, "rad",
      "maximum rotation of a slip velocity in a Newton step, with line_search=transition (Castro et al. "
      "2020: pi/3)");
}

// --- equations ---

NewtonEquations::NewtonEquations(const Eigen::VectorXd& inertia)
    : residual_(Eigen::VectorXd::Zero(inertia.size())), inertia_(inertia) {}

double NewtonEquations::Merit() const { return 0.5 * (residual_.array().square() / inertia_.array()).sum(); }

double NewtonEquations::LargestVelocityError() const {
  return seconds_ * (residual_.array() / inertia_.array()).abs().maxCoeff();
}

bool NewtonEquations::HasVelocityErrorBelow(double tolerance) const {
  return (seconds_ * residual_.array().abs() <= tolerance * inertia_.array()).all();
}

// --- the method ---

Newton::Newton(int size, const NewtonOptions& options)
    : options_(options), matrix_(static_cast<size_t>(size) * size), lu_(size) {
  guess_ = best_x_ = trial_x_ = dx_ = Eigen::VectorXd::Zero(size);
}

NewtonOutcome Newton::Solve(NewtonEquations& equations, Eigen::VectorXd& x) {
  outcome_ = {};
  guess_ = best_x_ = x;
  Evaluate(equations, x);
  Record(equations, x, 0.0);
  first_merit_ = best_merit_ = equations.Merit();
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

void Newton::Record(const NewtonEquations& equations, const Eigen::VectorXd& x, double alpha) const {
  if (history_ != nullptr) history_->iterates.push_back({x, equations.LargestVelocityError(), alpha});
}

/// Uses the old factor or, if its step size differs, factors the old derivatives. False if there are none.
bool Newton::ReuseMatrix(NewtonEquations& equations) {
  if (has_factor_ && factor_seconds_ == equations.seconds()) return true;
  return has_derivatives_ && Factor(equations);
}

bool Newton::RenewMatrix(NewtonEquations& equations) {
  equations.Differentiate();
  has_derivatives_ = true;
  ++outcome_.jacobians;
  if (history_ != nullptr) ++history_->jacobians;
  return Factor(equations);
}

bool Newton::Factor(NewtonEquations& equations) {
  equations.Form(matrix_);
  lu_.SetMatrix(matrix_);
  const steppers::ScopedPhase timing(timer_, steppers::Phase::kSolve);
  if (history_ != nullptr) ++history_->factors;
  has_factor_ = lu_.Factor();
  factor_seconds_ = equations.seconds();
  return has_factor_;
}

/// Needs a factor. True if converged; the solution is then x + dx_.
bool Newton::Iterate(NewtonEquations& equations, Eigen::VectorXd& x) {
  const bool renews = options_.scheme == NewtonScheme::kFull;
  theta_base_ = 0.0;
  is_in_transition_ = false;
  for (int iteration = 0; iteration < options_.max_iterations; ++iteration) {
    if (iteration > 0 && (renews || is_in_transition_) && !RenewMatrix(equations)) return false;
    ++outcome_.iterations;
    FindCorrection(equations);
    const Verdict verdict = Judge(x, iteration, equations.seconds());
    if (verdict != Verdict::kContinue) return verdict == Verdict::kConverged;
    if (!Move(equations, x)) {
      dx_.setZero();
      return true;
    }
    KeepIfBest(equations, x);
    if (renews && options_.stop == StopRule::kStep && equations.HasVelocityErrorBelow(options_.tolerance)) {
      FindCorrection(equations);  // the old Jacobian is accurate enough for the last step
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
    return outcome_.residual <= options_.tolerance ? Verdict::kConverged : Verdict::kContinue;
  if (IsRounding(x)) return Verdict::kConverged;
  // velocity times 1 s, or displacement in the step if that is longer
  const double size = std::max(1.0, seconds) * outcome_.residual;
  const double before = theta_base_;
  theta_base_ = size;
  if (iteration < 2 || before == 0.0) return Verdict::kContinue;
  const double theta = size / before;
  if (!(theta <= 1.0))
    return size <= kNegligible * options_.tolerance ? Verdict::kConverged : Verdict::kFailed;
  return theta * size < options_.tolerance * (1.0 - theta) ? Verdict::kConverged : Verdict::kContinue;
}

bool Newton::IsRounding(const Eigen::VectorXd& x) const {
  constexpr double kRounding = 10.0 * std::numeric_limits<double>::epsilon();
  return (dx_.array().abs() <= kRounding * x.array().abs().max(1.0)).all();
}

/// x += α dx_ with the α of the line search, and evaluates there. False if the residual is at the level of
/// rounding errors: then x stays, and the evaluation is of another point.
bool Newton::Move(NewtonEquations& equations, Eigen::VectorXd& x) {
  double alpha = 1.0;
  if (options_.line_search == LineSearch::kMerit) {
    alpha = SearchByMerit(equations, x);
    if (alpha == 0.0) return false;
  } else {
    if (options_.line_search == LineSearch::kTransition)
      alpha = equations.LimitTransitions(dx_, options_.limits);
    x += alpha * dx_;
    Evaluate(equations, x);
  }
  Record(equations, x, alpha);
  if (alpha < 1.0) theta_base_ = 0.0;
  is_in_transition_ = options_.scheme == NewtonScheme::kQuasi &&
                      options_.line_search == LineSearch::kTransition && alpha < 1.0;
  return true;
}

/// Halves the step until the residual decreases. If it never does, the force law has a kink (a contact opens,
/// closes or slips), and the full Newton step is taken, to reach the smooth region beyond. 0 if the residual
/// is that of rounding errors.
double Newton::SearchByMerit(NewtonEquations& equations, Eigen::VectorXd& x) {
  const double merit = equations.Merit();
  double fraction = 1.0;
  for (int halvings = 0; halvings <= options_.max_halvings; ++halvings, fraction *= 0.5) {
    trial_x_ = x + fraction * dx_;
    Evaluate(equations, trial_x_);
    if (equations.Merit() < merit) {
      x = trial_x_;
      return fraction;
    }
    if (merit <= kRoundingMerit * first_merit_) return 0.0;
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
