#include "slipstick/steppers/nmdp/projected_gradient.h"

#include <algorithm>
#include <cmath>

namespace slipstick::nmdp {
namespace {

/// Maximum corrections of a projection, and halvings of each.
constexpr int kMaxCorrections = 30, kMaxHalvings = 6;
/// An old linearisation is kept while each correction reduces the residual by this factor: three more
/// corrections cost as much as a new one.
constexpr double kFastConvergence = 0.3;
/// A correction is slow if it leaves more than this fraction of the residual. After more than this many slow
/// ones the projection fails, since a shorter move costs less.
constexpr double kSlowConvergence = 0.5;
constexpr int kMaxSlowCorrections = 4;
/// Damping relative to the curvature at which the search stops: steps are negligible.
constexpr double kMaxDamping = 1e8;
/// Damping relative to the curvature from which a small change does not indicate convergence.
constexpr double kStalledDamping = 0.1;
/// Tolerance of a projection, relative to the change of velocities, and that of one whose rest is predicted.
constexpr double kProjectionTolerance = 1e-6, kRoughProjection = 3.0;
/// Larger residuals, relative to the change of velocities, are predicted by a new linearisation only.
constexpr double kOldPrediction = 3e-2;
/// Error of a predicted change of K, relative to that change.
constexpr double kPredictionError = 2.0;
/// Largest differences of the end, m or rad, and of a weight, at which an old linearisation is used.
constexpr double kNearPose = 1e-5, kNearWeight = 1e-2;
/// Change of an iteration, relative to that of the one before, below which the next one is extrapolated.
constexpr double kFastSearch = 0.3;
/// Fraction of the tolerance below which a change is negligible.
constexpr double kNegligible = 1e-3;
/// Relative increase of K that is attributed to rounding.
constexpr double kRounding = 1e-13;
/// Smallest damping relative to the curvature after a failure; smaller values have no effect.
constexpr double kRaisedDamping = 0.02;

}  // namespace

ProjectedGradient::ProjectedGradient(const World& world, const SearchOptions& options, bool has_derivatives)
    : world_(world),
      options_(options),
      has_derivatives_(has_derivatives),
      predicts_(has_derivatives && options.objective != Objective::kBody),
      response_(world.model()),
      dissipation_(world, options.objective) {
  for (auto* vector : {&dx_, &dv_, &correction_, &trial_, &v_kept_}) vector->setZero(world.model().nv());
  history_.reserve(options.max_iterations + 1);
}

SearchOutcome ProjectedGradient::Solve(StepEquations& equations, StepContacts& contacts, int max_programs,
                                       bool stops_at_changes, Eigen::VectorXd& v) {
  history_.clear();
  SearchOutcome outcome{false, false, 0, 0.0};
  if (!is_evaluated_) Evaluate(equations, contacts, v);
  if (Correct(equations, contacts, std::max(options_.residual, first_tolerance_), v))
    Descend(equations, contacts, max_programs, stops_at_changes, v, outcome);
  if (outcome.changes) return outcome;
  outcome.solved &= Correct(equations, contacts, options_.residual, v);
  if (!outcome.solved && !history_.empty()) history_.back() = dissipation_.Value(contacts, equations);
  return outcome;
}

/// Lines 4 to 14, starting near G = 0. If the first move fails from there, the start is projected to G = 0.
void ProjectedGradient::Descend(StepEquations& equations, StepContacts& contacts, int max_programs,
                                bool stops_at_changes, Eigen::VectorXd& v, SearchOutcome& outcome) {
  outcome.solved = contacts.num_rows() == 0;
  if (outcome.solved || !Linearize(equations, contacts)) return;
  response_.FindResponse(contacts);
  if (!dissipation_.Begin(contacts, response_, equations.h())) return;
  history_.push_back(0.0);  // K of the start, by FormProgram
  beta_ = options_.damping;
  was_raised_ = false;
  const int limit = std::min(max_programs, options_.max_iterations);
  bool is_outdated = true;  // the program belongs to another iterate
  bool is_nearby = false;   // its response belongs to another end
  double before = 0.0;      // residual of the iteration before
  while (outcome.iterations < limit && beta_ < kMaxDamping) {
    const double infeasibility = equations.ResidualSpeed(), beta = beta_;
    if (is_outdated) {
      if (!FormProgram(equations, contacts)) return;
      is_nearby = !is_current_;
    }
    ++outcome.iterations;
    outcome.residual = SolveProgram(equations, contacts);
    outcome.solved =
        outcome.residual <= kNegligible * options_.tolerance && infeasibility <= options_.residual;
    if (outcome.solved || !std::isfinite(outcome.residual)) return;
    outcome.changes = stops_at_changes && ForeseesChange(contacts);
    if (outcome.changes) return;
    const bool is_rough = infeasibility > std::max(options_.residual, kNegligible * outcome.residual);
    is_outdated = TryMove(equations, contacts, v);  // lines 6 to 12
    if (!is_projected_ && !has_derivatives_) return;
    if (!is_outdated && (is_rough || is_nearby)) {  // retry from the exact end and its linearisation
      if (is_rough && !Correct(equations, contacts, options_.residual, v)) return;
      DiscardLinearization();
      beta_ = beta;
      is_outdated = true;
      continue;
    }
    const double tolerance = Tolerance(contacts, equations.h());
    const double ratio = outcome.residual / before;
    const bool is_small = outcome.residual <= tolerance;  // line 13
    const bool is_next_small = is_outdated && ratio < kFastSearch && ratio * outcome.residual <= tolerance;
    outcome.solved = (is_small || is_next_small) && beta_ < kStalledDamping;
    if (is_small || outcome.solved) return;
    before = outcome.residual;
  }
}

/// (8) and K at the last evaluation, corrected to G = 0 to first order. False if the linearisation is
/// singular.
bool ProjectedGradient::FormProgram(StepEquations& equations, StepContacts& contacts) {
  if (!Linearize(equations, contacts)) return false;
  response_.FindResponse(contacts);
  FindCorrection(equations, correction_);
  dissipation_.Differentiate(contacts, response_, equations, correction_);
  history_.back() = K_ = dissipation_.Value(contacts, equations, correction_);
  program_.Form(contacts, dissipation_.gradient(), dissipation_.curvature());
  return true;
}

/// Line 5. dv_ := the move along the tangent; returns its largest entry.
double ProjectedGradient::SolveProgram(StepEquations& equations, StepContacts& contacts) {
  program_.Solve(contacts, beta_);
  program_.FindForceChanges(contacts, forces_);
  response_.Move(forces_, dx_);
  dx_ += correction_;
  equations.ToVelocity(dx_, dv_);
  return dv_.lpNorm<Eigen::Infinity>();
}

/// dx := the rest of the projection, to first order, or zero if that is not predicted.
void ProjectedGradient::FindCorrection(const StepEquations& equations, Eigen::VectorXd& dx) {
  response_.Correct(equations.residual(), dx);
  if (!predicts_) dx.setZero();
}

void ProjectedGradient::Evaluate(StepEquations& equations, StepContacts& contacts, const Eigen::VectorXd& v) {
  ++evaluations_;
  is_current_ = false;
  is_evaluated_ = true;
  equations.Place(v);
  contacts.Evaluate(equations.end());
  loads_.clear();
  contacts.AppendLoads(loads_);
  equations.Evaluate(loads_);
}

/// The response at the last evaluation, or near it. False if it is singular.
bool ProjectedGradient::Linearize(StepEquations& equations, StepContacts& contacts) {
  if (IsNear(equations, contacts)) return true;
  evaluations_ += world_.model().nv();
  equations.Differentiate(response_.tree());
  contacts.FindLevers(equations.end());
  contacts.FindForceByPose();
  v_linearized_ = equations.v();
  w_linearized_ = contacts.weights;
  is_linearized_ = is_current_ = response_.Factor(contacts);
  return is_current_;
}

/// The last linearisation can be used at the last evaluation.
bool ProjectedGradient::IsNear(const StepEquations& equations, const StepContacts& contacts) const {
  if (is_current_ || !is_linearized_) return is_current_;
  for (int j = 0; j < contacts.num_weights(); ++j)
    if (std::abs(contacts.weights[j] - w_linearized_[j]) > kNearWeight) return false;
  return (equations.v() - v_linearized_).lpNorm<Eigen::Infinity>() <= kNearPose / equations.h();
}

bool ProjectedGradient::Project(StepEquations& equations, StepContacts& contacts, Eigen::VectorXd& v,
                                double fraction) {
  Evaluate(equations, contacts, v);
  first_tolerance_ = std::max(options_.residual, fraction * equations.ResidualSpeed());
  return Correct(equations, contacts, first_tolerance_, v);
}

bool ProjectedGradient::Correct(StepEquations& equations, StepContacts& contacts, double tolerance,
                                Eigen::VectorXd& v) {
  double residual = equations.ResidualSpeed();
  for (int i = 0, slow = 0; i < kMaxCorrections && residual > tolerance; ++i) {
    const bool is_fresh = !is_linearized_ || is_current_;
    if (!is_linearized_ && !Linearize(equations, contacts)) return false;
    response_.Correct(equations.residual(), dx_);
    equations.ToVelocity(dx_, dv_);
    const int max_halvings = is_fresh && has_derivatives_ ? kMaxHalvings : 0;
    double left = 0.0, alpha = 1.0;
    for (int halvings = 0;; ++halvings, alpha *= 0.5) {
      trial_ = v + alpha * dv_;
      Evaluate(equations, contacts, trial_);
      left = equations.ResidualSpeed();
      if (left < residual || halvings == max_halvings) break;
    }
    if (!(left < residual)) {  // also if NaN
      Evaluate(equations, contacts, v);
      if (is_fresh) return false;
      is_linearized_ = false;  // retry with a new linearisation
      continue;
    }
    if (left > kFastConvergence * residual && left > tolerance) is_linearized_ = false;
    const bool is_slow = left > kSlowConvergence * residual;
    v = trial_;
    residual = left;
    if (is_slow && ++slow > kMaxSlowCorrections) break;
  }
  return residual <= tolerance;
}

/// Absolute for sticking contacts, which must not creep, plus a fraction of the largest slip speed.
double ProjectedGradient::Tolerance(const StepContacts& contacts, double h) const {
  double fastest = 0.0;
  for (const StepContact& contact : contacts.contacts())
    for (int r = 0; r < 3; ++r) fastest = std::max(fastest, std::abs(contact.slip[r]) / h);
  return options_.tolerance + options_.relative_tolerance * fastest;
}

/// Moves to the weights of the program and projects towards G = 0 until K has decreased by more than the
/// error of its prediction. Restores weights and end if it has not decreased at G = 0.
bool ProjectedGradient::TryMove(StepEquations& equations, StepContacts& contacts, Eigen::VectorXd& v) {
  v_kept_ = v;
  w_kept_ = contacts.weights;
  const double moved = dv_.lpNorm<Eigen::Infinity>();  // less accurate for large changes
  const double smallest = std::max(options_.residual, kProjectionTolerance * moved);
  v += dv_;
  contacts.weights = program_.next();
  Evaluate(equations, contacts, v);
  for (double tolerance = predicts_ && beta_ <= options_.damping ? kRoughProjection * moved : 0.0;;
       tolerance = kFastConvergence * equations.ResidualSpeed()) {
    is_projected_ = Correct(equations, contacts, std::max(smallest, tolerance), v);
    if (equations.ResidualSpeed() > kOldPrediction * moved) is_projected_ &= Linearize(equations, contacts);
    if (!is_projected_) break;
    FindCorrection(equations, dx_);
    const double K = dissipation_.Value(contacts, equations, dx_);
    const bool is_exact = equations.ResidualSpeed() <= smallest;
    const double error =
        is_exact ? 0.0 : kPredictionError * std::abs(K - dissipation_.Value(contacts, equations));
    if (K + error <= K_ * (1.0 + kRounding)) {
      history_.push_back(K_ = K);
      if (!was_raised_) beta_ /= options_.damping_factor;
      was_raised_ = false;
      return true;
    }
    if (is_exact) break;
  }
  v = v_kept_;
  contacts.weights = w_kept_;
  Evaluate(equations, contacts, v);
  is_linearized_ = false;
  beta_ = std::max(options_.damping_factor * beta_, kRaisedDamping);
  was_raised_ = true;  // a smaller one has just failed
  return false;
}

/// A contact opens or closes at the current end of the step, and the next move is too small to change that.
bool ProjectedGradient::ForeseesChange(const StepContacts& contacts) const {
  for (int c = 0; c < contacts.size(); ++c) {
    if (!contacts.Changes(contacts[c])) continue;
    double rise = 0.0;
    for (const ContactLever& lever : contacts.levers(c)) rise += lever.rows[2] * dx_[lever.dof];
    if (std::abs(contacts[c].depth) > std::abs(rise)) return true;
  }
  return false;
}

}  // namespace slipstick::nmdp
