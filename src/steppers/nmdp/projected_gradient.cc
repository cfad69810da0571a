#include "steppers/nmdp/projected_gradient.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace slipstick {
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

}  // namespace

ProjectedGradient::ProjectedGradient(const World& world, const SearchOptions& options, bool has_derivatives)
    : world_(world),
      options_(options),
      has_derivatives_(has_derivatives),
      response_(world.model()),
      dissipation_(world, options.objective) {
  for (auto* vector : {&dx_, &dv_, &trial_, &v_kept_}) vector->setZero(world.model().nv);
  history_.reserve(options.max_iterations + 1);
}

SearchOutcome ProjectedGradient::Solve(StepEquations& equations, StepContacts& contacts, Eigen::VectorXd& v) {
  evaluations_ = 0;
  history_.clear();
  SearchOutcome outcome{false, false, 0, 0, 0.0};
  outcome.balanced = Project(equations, contacts, options_.residual, v);  // lines 1 to 3
  if (outcome.balanced && contacts.num_rows() == 0) outcome.solved = true;
  if (outcome.balanced && !outcome.solved && Linearize(equations, contacts)) {
    dissipation_.Begin(contacts, response_, equations.h());
    history_.push_back(K_ = dissipation_.Value(contacts, equations));
    beta_ = options_.damping;
    bool must_form = true;
    while (outcome.iterations < options_.max_iterations && beta_ < kMostDamping) {
      if (must_form) {
        if (!Linearize(equations, contacts)) break;
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
      if (outcome.solved || !std::isfinite(outcome.residual)) break;
      const bool is_moved = TryMove(equations, contacts, v);  // lines 6 to 12
      if (!is_moved && !is_projected_ && !has_derivatives_) break;
      if (outcome.residual <= Tolerance(contacts, equations.h())) {  // line 13
        outcome.solved = beta_ < kStalled;
        break;
      }
      must_form = is_moved || !is_current_;
    }
  }
  assert(std::is_sorted(history_.rbegin(), history_.rend()));  // Theorem 5.5
  outcome.evaluations = evaluations_;
  return outcome;
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
  evaluations_ += world_.model().nv;
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
    const bool is_exact = has_derivatives_ && (!is_linearized_ || is_current_);
    if (!is_linearized_ && !Linearize(equations, contacts)) return false;
    response_.Correct(contacts, equations.residual(), dx_);
    equations.ToVelocity(dx_, dv_);
    double left = 0.0, share = 1.0;
    for (int halvings = 0;; ++halvings, share *= 0.5) {
      trial_ = v + share * dv_;
      Evaluate(equations, contacts, trial_);
      left = equations.ResidualSpeed();
      if (left < residual || !is_exact || halvings == kMostHalvings) break;
    }
    if (!(left < residual)) {  // also if it is not a number
      Evaluate(equations, contacts, v);
      if (is_exact) return false;
      is_linearized_ = false;  // once more from here with a linearisation of its own
      continue;
    }
    if (left > kFast * residual && left > tolerance) is_linearized_ = false;
    v = trial_;
    residual = left;
  }
  return residual <= tolerance;
}

/// Of a change of velocities. What sticks must not creep; what slides has errors of its own.
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
    K_ = std::min(K, K_);  // but for rounding
    history_.push_back(K_);
    beta_ /= options_.damping_factor;
    return true;
  }
  v = v_kept_;
  contacts.weights = w_kept_;
  Evaluate(equations, contacts, v);
  if (linearizations_ == before) is_linearized_ = is_current_ = true;
  beta_ = std::max(options_.damping_factor * beta_, options_.damping);
  return false;
}

}  // namespace slipstick
