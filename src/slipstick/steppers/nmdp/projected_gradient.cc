#include "slipstick/steppers/nmdp/projected_gradient.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace slipstick::nmdp {
namespace {

/// Corrections until a projection is given up, and halvings of each.
constexpr int kMostCorrections = 30, kMostHalvings = 6;
/// An old linearisation is kept while every correction with it leaves no more than this.
constexpr double kFast = 0.1;
/// Damping over curvature beyond which no step is left to speak of.
constexpr double kMostDamping = 1e8;
/// Damping over curvature at which small changes say nothing: descent was promised and not found.
constexpr double kStalled = 0.1;
/// Of a change of velocities: what its projection may leave.
constexpr double kProjection = 1e-7;
/// Of the tolerance: changes that are not worth making.
constexpr double kNegligible = 1e-3;
/// Of K: what rounding may add to it.
constexpr double kRounding = 1e-13;
/// Damping over curvature after a first failure, at least: from less it would take many more to matter.
constexpr double kRaisedDamping = 1e-3;

[[maybe_unused]] bool NeverRises(const std::vector<double>& K) {
  for (size_t i = 1; i < K.size(); ++i)
    if (!(K[i] <= K[i - 1] * (1.0 + kRounding))) return false;
  return true;
}

}  // namespace

ProjectedGradient::ProjectedGradient(const World& world, const SearchOptions& options, bool has_derivatives)
    : world_(world),
      options_(options),
      has_derivatives_(has_derivatives),
      response_(world.model()),
      dissipation_(world, options.objective) {
  for (auto* vector : {&dx_, &dv_, &trial_, &v_kept_}) vector->setZero(world.model().nv());
  history_.reserve(options.max_iterations + 1);
}

SearchOutcome ProjectedGradient::Solve(StepEquations& equations, StepContacts& contacts, Eigen::VectorXd& v) {
  history_.clear();
  SearchOutcome outcome{false, 0, 0.0};
  if (Project(equations, contacts, options_.residual, v)) Descend(equations, contacts, v, outcome);
  assert(NeverRises(history_));  // Theorem 5.5
  return outcome;
}

/// Lines 4 to 14, from an end that belongs to the weights.
void ProjectedGradient::Descend(StepEquations& equations, StepContacts& contacts, Eigen::VectorXd& v,
                                SearchOutcome& outcome) {
  outcome.solved = contacts.num_rows() == 0;
  if (outcome.solved || !Linearize(equations, contacts)) return;
  dissipation_.Begin(contacts, response_, equations.h());
  history_.push_back(K_ = dissipation_.Value(contacts, equations));
  beta_ = options_.damping;
  bool is_elsewhere = true;  // than where the program was formed
  while (outcome.iterations < options_.max_iterations && beta_ < kMostDamping) {
    if (is_elsewhere) {
      if (!Linearize(equations, contacts)) return;
      dissipation_.Differentiate(contacts, response_, equations);
      program_.Form(contacts, dissipation_.gradient(), dissipation_.curvature());
    }
    program_.Solve(contacts, beta_);  // line 5, (8)
    ++outcome.iterations;
    program_.FindAddedForces(contacts, forces_);
    response_.Move(forces_, dx_);
    equations.ToVelocity(dx_, dv_);
    outcome.residual = dv_.lpNorm<Eigen::Infinity>();
    outcome.solved = outcome.residual <= kNegligible * options_.tolerance;
    if (outcome.solved || !std::isfinite(outcome.residual)) return;
    const bool is_moved = TryMove(equations, contacts, v);  // lines 6 to 12
    if (!is_projected_ && !has_derivatives_) return;
    if (outcome.residual <= Tolerance(contacts, equations.h())) {  // line 13
      outcome.solved = beta_ < kStalled;
      return;
    }
    is_elsewhere = is_moved || !is_current_;
  }
}

void ProjectedGradient::Evaluate(StepEquations& equations, StepContacts& contacts, const Eigen::VectorXd& v) {
  ++evaluations_;
  is_current_ = false;
  equations.Place(v);
  contacts.Evaluate(equations.end());
  loads_.clear();
  contacts.AppendLoads(loads_);
  equations.Evaluate(loads_);
}

/// The response where things were evaluated last. False if it is singular there.
bool ProjectedGradient::Linearize(StepEquations& equations, StepContacts& contacts) {
  if (is_current_) return true;
  evaluations_ += world_.model().nv();
  ++linearizations_;
  equations.Differentiate(response_.tree());
  contacts.FindLevers(equations.end());
  contacts.FindSoftness();
  is_linearized_ = is_current_ = response_.Prepare(contacts);
  return is_current_;
}

bool ProjectedGradient::Project(StepEquations& equations, StepContacts& contacts, double tolerance,
                                Eigen::VectorXd& v) {
  Evaluate(equations, contacts, v);
  double residual = equations.ResidualSpeed();
  for (int i = 0; i < kMostCorrections && residual > tolerance; ++i) {
    const bool is_fresh = !is_linearized_ || is_current_;
    if (!is_linearized_ && !Linearize(equations, contacts)) return false;
    response_.Correct(contacts, equations.residual(), dx_);
    equations.ToVelocity(dx_, dv_);
    const int most_halvings = is_fresh && has_derivatives_ ? kMostHalvings : 0;
    double left = 0.0, share = 1.0;
    for (int halvings = 0;; ++halvings, share *= 0.5) {
      trial_ = v + share * dv_;
      Evaluate(equations, contacts, trial_);
      left = equations.ResidualSpeed();
      if (left < residual || halvings == most_halvings) break;
    }
    if (!(left < residual)) {  // also if it is not a number
      Evaluate(equations, contacts, v);
      if (is_fresh) return false;
      is_linearized_ = false;  // once more from here
      continue;
    }
    if (left > kFast * residual && left > tolerance) is_linearized_ = false;
    v = trial_;
    residual = left;
  }
  return residual <= tolerance;
}

/// What sticks must not creep; what slides has errors of its own.
double ProjectedGradient::Tolerance(const StepContacts& contacts, double h) const {
  double fastest = 0.0;
  for (const StepContact& contact : contacts.contacts())
    for (int r = 0; r < 3; ++r) fastest = std::max(fastest, std::abs(contact.slip[r]) / h);
  return options_.tolerance + options_.relative_tolerance * fastest;
}

/// To the weights of the program and the end that belongs to them, if that has a smaller K; if not, back.
bool ProjectedGradient::TryMove(StepEquations& equations, StepContacts& contacts, Eigen::VectorXd& v) {
  const double tolerance = std::max(
      options_.residual, kProjection * dv_.lpNorm<Eigen::Infinity>());  // far from the goal less will do
  v_kept_ = v;
  w_kept_ = contacts.weights;
  v += dv_;
  contacts.weights = program_.next();
  const int before = linearizations_;
  is_projected_ = Project(equations, contacts, tolerance, v);
  const double K = is_projected_ ? dissipation_.Value(contacts, equations) : 0.0;
  if (is_projected_ && K <= K_ * (1.0 + kRounding)) {
    assert(equations.ResidualSpeed() <= tolerance);
    history_.push_back(K_ = K);
    beta_ /= options_.damping_factor;
    return true;
  }
  v = v_kept_;
  contacts.weights = w_kept_;
  Evaluate(equations, contacts, v);
  if (linearizations_ == before) is_linearized_ = is_current_ = true;
  beta_ = std::max(options_.damping_factor * beta_, kRaisedDamping);
  return false;
}

}  // namespace slipstick::nmdp
