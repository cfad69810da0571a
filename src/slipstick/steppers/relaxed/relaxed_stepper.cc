#include "slipstick/steppers/relaxed/relaxed_stepper.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "slipstick/dynamics/configuration.h"

namespace slipstick::relaxed {
namespace {

/// Sides of the pyramid (the authors' library: 8).
constexpr int kPyramidSides = 8;
/// Smallest value of `relaxation`, so that redundant contacts share their load.
constexpr double kMinRelaxation = 1e-7;
/// Relaxations of the next attempts where a problem cannot be solved: first value, factor, largest value.
constexpr double kRetryRelaxation = 1e-5, kRelaxationFactor = 30.0, kMaxRelaxation = 1e-2;
/// A contact slips if its friction exceeds this fraction of the limit.
constexpr double kSlipFraction = 1.0 - 1e-6;
/// Iterations of the de Saxcé term on pyramids, and the relative change at which they stop.
constexpr int kMaxSaxceIterations = 20;
constexpr double kSaxceTolerance = 1e-6;
/// Tolerated residual of the optimality conditions, relative.
constexpr double kToleratedResidual = 1e-6;

/// The residual relative to the largest entry of g; 0 if g is zero.
double Relative(double residual, const Eigen::Ref<const Eigen::VectorXd>& g) {
  const double largest = g.lpNorm<Eigen::Infinity>();
  return largest > 0.0 ? residual / largest : 0.0;
}

/// The largest component of (x, y) along kPyramidSides directions, the first one at angle `first`.
double LargestComponent(double x, double y, double first) {
  double largest = 0.0;
  for (int i = 0; i < kPyramidSides; ++i) {
    const double angle = first + 2.0 * std::numbers::pi * i / kPyramidSides;
    largest = std::max(largest, x * std::cos(angle) + y * std::sin(angle));
  }
  return largest;
}
/// Support function and gauge of the polygon whose corners lie on the unit circle.
double Support(double x, double y) { return LargestComponent(x, y, 0.0); }
double Gauge(double x, double y) {
  constexpr double kHalf = std::numbers::pi / kPyramidSides;
  return LargestComponent(x, y, kHalf) / std::cos(kHalf);
}

}  // namespace

RelaxedOptions RelaxedOptions::Macroscopic() {
  RelaxedOptions options;
  options.relaxation = 0.0;
  return options;
}

/// The instant at which contacts are evaluated: a stage, or the start of the step.
struct RelaxedStepper::Instant {
  const Actuation& actuation;
  double h;
  const State& start;  ///< holds the contact memory
  const Eigen::VectorXd &q, &v;
};

RelaxedStepper::RelaxedStepper(const World& world, const Options& options)
    : Stepper(world),
      options_(options),
      problem_(world,
               options.integrator == RelaxedIntegrator::kRkGill ? contact::JointTreatment::kExplicit
                                                                : contact::JointTreatment::kImplicit,
               options.inertia),
      tableau_(steppers::GillRungeKutta()) {
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(world.model().nv());
  rates_.assign(tableau_.b.size(), {zero, zero});
  v_ = d_ = dv_ = zero;
  q_ = world.model().neutral();
  const int expected = std::min(contact::kExpectedContacts, world.geometry().num_shapes());
  cone_.Reserve(expected);
  qp_.Reserve(expected);
  qp_.SetPyramidSides(kPyramidSides);
  for (auto* vector : {&mu_, &c_, &g_, &shifted_g_, &impulses_}) vector->reserve(3 * expected);
  Q_.reserve(9 * expected * expected);
  slips_.reserve(expected);
}

void RelaxedStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  if (options_.integrator == RelaxedIntegrator::kRkGill)
    AdvanceByRungeKutta(actuation, h, state, report);
  else
    AdvanceOnce(actuation, h, state, report);
}

void RelaxedStepper::AdvanceOnce(const Actuation& actuation, double h, State& state, StepReport& report) {
  if (!Evaluate({actuation, h, state, state.q, state.v}, report)) return;
  problem_.Commit(FindEnds(h), state, report);
}

/// All stages use the contact memory of the start. It is updated with the result of the first stage.
void RelaxedStepper::AdvanceByRungeKutta(const Actuation& actuation, double h, State& state,
                                         StepReport& report) {
  const Model& model = world().model();
  for (size_t i = 0; i < rates_.size(); ++i) {
    CombineRates(tableau_.a[i], h);
    v_ = state.v + dv_;
    dynamics::Integrate<double>(model, state.q, d_, View<double>(q_));
    if (!Evaluate({actuation, h, state, q_, v_}, report)) return;
    const View<const contact::ContactEnd> ends = FindEnds(h);
    if (i == 0) {
      after_.q_held = state.q_held;
      problem_.StoreMemory(ends, after_);
    }
    dynamics::TangentRate(model, d_, v_, View<double>(rates_[i].d));
    rates_[i].v = (problem_.v_end() - v_) / h;
    problem_.ReportStage(ends, tableau_.b[i], report);
  }
  state.contacts.swap(after_.contacts);
  state.q_held.swap(after_.q_held);
  CombineRates(tableau_.b, h);
  state.v += dv_;
  dynamics::Integrate<double>(model, state.q, d_, View<double>(state.q));
}

/// d_ and dv_ := h times the weighted sum of the rates so far.
void RelaxedStepper::CombineRates(const std::vector<double>& weights, double h) {
  d_.setZero();
  dv_.setZero();
  for (size_t j = 0; j < weights.size(); ++j) {
    d_ += (h * weights[j]) * rates_[j].d;
    dv_ += (h * weights[j]) * rates_[j].v;
  }
}

// --- contacts at one instant ---

/// Impulses, and velocity at the end of a step of h from this instant. False, with a status, if M̂ is
/// singular.
bool RelaxedStepper::Evaluate(const Instant& at, StepReport& report) {
  {
    const steppers::ScopedPhase timing(timer(), steppers::Phase::kContacts);
    problem_.Evaluate({&at.actuation, at.h, &at.start, &at.q, &at.v, nullptr, &at.v});
    if (report.iterations == 0) problem_.ReportEnergy(report.energy);
    problem_.AddTouching(options_.predict);
  }
  do {
    {
      const steppers::ScopedPhase timing(timer(), steppers::Phase::kDynamics);
      if (!problem_.Factor()) {
        report.status = report.iterations == 0 ? StepStatus::kSingularMass : StepStatus::kDiverged;
        return false;
      }
    }
    const steppers::ScopedPhase timing(timer(), steppers::Phase::kSolve);
    FindImpulses(at, report);
    problem_.Respond(impulses_.data());
  } while (problem_.Revise());
  return true;
}

void RelaxedStepper::FindImpulses(const Instant& at, StepReport& report) {
  SetProblem(at);
  ++report.iterations;
  const int rows = 3 * problem_.size();
  if (rows == 0) return;
  bool solved = false;
  switch (options_.friction) {
    case RelaxedFriction::kCone: solved = SolveOnCone(report); break;
    case RelaxedFriction::kPyramid: solved = SolveOnPyramid(report) || SolveOnCone(report); break;
    case RelaxedFriction::kClamp: solved = SolveForNormals(report); break;
  }
  if (!solved && report.residual > kToleratedResidual) report.status = StepStatus::kNotConverged;
  for (int c = 0; c < problem_.size(); ++c) {
    if (options_.friction == RelaxedFriction::kClamp)
      ClampFriction(c, problem_.ContactVelocity(c, at.v));
    else
      slips_[c] = IsOnCone(c);
  }
  assert(report.status != StepStatus::kOk || ImpulsesAreInCones());
}

/// For assertions: normal impulses are >= 0, and friction is not larger than static friction allows.
bool RelaxedStepper::ImpulsesAreInCones() const {
  constexpr double kRounding = 1e-9;
  for (int c = 0; c < problem_.size(); ++c) {
    const double* p = &impulses_[3 * c];
    const double limit = problem_.contact(c).material->mu_static * p[0];
    if (!(p[0] >= 0.0 && std::hypot(p[1], p[2]) <= limit + kRounding * (1.0 + limit))) return false;
  }
  return true;
}

/// Q, g and the friction coefficients; impulses_ := the warm start.
void RelaxedStepper::SetProblem(const Instant& at) {
  const int m = problem_.size();
  c_.resize(3 * m);
  impulses_.resize(3 * m);
  slips_.assign(m, false);
  mu_.clear();
  const double k = options_.k > 0.0 ? options_.k : options_.compensation / at.h;
  for (int c = 0; c < m; ++c) {
    const contact::RigidContact& contact = problem_.contact(c);
    const Vec3<double> d = Displacement(contact, problem_.ContactVelocity(c, at.v), at.h);
    const double normal = contact.geometry.gap > 0.0 ? contact.geometry.gap / at.h : k * d.x;
    c_[3 * c] = problem_.b()[3 * c] + normal;  // (12)
    c_[3 * c + 1] = problem_.b()[3 * c + 1] + k * d.y;
    c_[3 * c + 2] = problem_.b()[3 * c + 2] + k * d.z;
    mu_.push_back(contact.mu());
    impulses_[3 * c] = contact.previous_impulse.x;
    impulses_[3 * c + 1] = contact.previous_impulse.y;
    impulses_[3 * c + 2] = contact.previous_impulse.z;
  }
  SetObjective(InitialRelaxation());
}

/// 0 where λ is given instead.
double RelaxedStepper::InitialRelaxation() const {
  return options_.lambda > 0.0 ? 0.0 : std::max(options_.relaxation, kMinRelaxation);
}

/// Displacement of a contact from its reference point, in its frame, (16). The reference point of a new
/// contact is where its path crossed the surface, (17).
Vec3<double> RelaxedStepper::Displacement(const contact::RigidContact& contact, const Vec3<double>& velocity,
                                          double h) const {
  const double gap = contact.geometry.gap;
  if (contact.memory != nullptr) return {gap, contact.stretch.y, contact.stretch.z};
  const bool has_entered = gap < 0.0 && velocity.x < 0.0;
  const double since = has_entered ? std::min(h, gap / velocity.x) : 0.0;
  return {gap, since * velocity.y, since * velocity.z};
}

/// (13) as min ½ pᵀ Q p + gᵀ p.
void RelaxedStepper::SetObjective(double relaxation) {
  const int rows = 3 * problem_.size();
  Q_.resize(static_cast<size_t>(rows) * rows);
  g_.resize(rows);
  if (rows == 0) return;
  const auto A = problem_.W();
  Eigen::Map<Eigen::MatrixXd> Q(Q_.data(), rows, rows);
  Eigen::Map<Eigen::VectorXd> g(g_.data(), rows);
  const Eigen::Map<const Eigen::VectorXd> c(c_.data(), rows);
  const bool least_squares = options_.form == RelaxedForm::kLeastSquares;
  if (least_squares) {
    Q.noalias() = A.lazyProduct(A);  // A is symmetric
    g.noalias() = A.lazyProduct(c);
  } else {
    Q = A;
    g = c;
  }
  const double lambda = least_squares ? options_.lambda : std::sqrt(options_.lambda);
  for (int row = 0; row < rows; row += 3) {
    const double mean = A.diagonal().segment<3>(row).mean();
    const double relative = relaxation * (least_squares ? mean * mean : mean);
    Q.diagonal().segment<3>(row).array() += std::max(lambda, relative);
  }
}

bool RelaxedStepper::IsOnCone(int c) const {
  const double* p = &impulses_[3 * c];
  const double friction =
      options_.friction == RelaxedFriction::kPyramid ? Gauge(p[1], p[2]) : std::hypot(p[1], p[2]);
  return p[0] > 0.0 && friction >= kSlipFraction * mu_[c] * p[0];
}

/// Increases the relaxation where a problem cannot be solved.
bool RelaxedStepper::SolveOnCone(StepReport& report) {
  const int rows = 3 * problem_.size();
  const Eigen::Map<const Eigen::MatrixXd> Q(Q_.data(), rows, rows);
  const Eigen::Map<const Eigen::VectorXd> g(g_.data(), rows);
  Eigen::Map<Eigen::VectorXd> p(impulses_.data(), rows);
  for (double relaxation = InitialRelaxation();;) {
    const solvers::CoulombResult result = cone_.Solve(Q, g, mu_, p);
    report.iterations += result.iterations;
    const double residual = Relative(result.residual, g);
    if (result.solved || residual < kToleratedResidual || relaxation >= kMaxRelaxation) {
      report.residual = std::max(report.residual, residual);
      return result.solved;
    }
    relaxation = std::max(kRetryRelaxation, kRelaxationFactor * relaxation);
    SetObjective(relaxation);
  }
}

/// The minimum over pyramids makes slipping contacts separate, by μ times their slip speed. The de Saxcé term
/// removes that by fixed-point iteration. False if it does not converge: for impacts with several solutions
/// it may cycle.
bool RelaxedStepper::SolveOnPyramid(StepReport& report) {
  const int m = problem_.size(), rows = 3 * m;
  const Eigen::Map<const Eigen::MatrixXd> Q(Q_.data(), rows, rows);
  Eigen::Map<Eigen::VectorXd> p(impulses_.data(), rows);
  shifted_g_ = g_;
  const Eigen::Map<const Eigen::VectorXd> g(shifted_g_.data(), rows);
  for (int k = 0; k < kMaxSaxceIterations; ++k) {
    const solvers::QpResult result = qp_.Solve(Q, g, mu_, solvers::FrictionSet::kPyramid, p);
    report.iterations += result.iterations;
    if (!result.solved) return false;
    double change = 0.0;
    for (int c = 0; c < m; ++c) {
      const double x = g_[3 * c + 1] + Q.col(3 * c + 1).dot(p), y = g_[3 * c + 2] + Q.col(3 * c + 2).dot(p);
      const double shifted = g_[3 * c] + mu_[c] * Support(x, y);
      change = std::max(change, std::abs(shifted - shifted_g_[3 * c]));
      shifted_g_[3 * c] = shifted;
    }
    if (change > kSaxceTolerance * g.lpNorm<Eigen::Infinity>()) continue;
    report.residual = std::max(report.residual, Relative(result.residual, g));
    return true;
  }
  return false;
}

// --- friction=clamp, as in the paper ---

bool RelaxedStepper::SolveForNormals(StepReport& report) {
  const int rows = 3 * problem_.size();
  const Eigen::Map<const Eigen::MatrixXd> Q(Q_.data(), rows, rows);
  const Eigen::Map<const Eigen::VectorXd> g(g_.data(), rows);
  Eigen::Map<Eigen::VectorXd> p(impulses_.data(), rows);
  const solvers::QpResult result = qp_.Solve(Q, g, mu_, solvers::FrictionSet::kUnilateral, p);
  report.iterations += result.iterations;
  report.residual = std::max(report.residual, Relative(result.residual, g));
  return result.solved;
}

void RelaxedStepper::ClampFriction(int c, const Vec3<double>& velocity) {
  const contact::RigidContact& contact = problem_.contact(c);
  double* p = &impulses_[3 * c];
  const double friction = std::hypot(p[1], p[2]), kinetic = contact.material->mu_kinetic * p[0];
  slips_[c] = p[0] > 0.0 && friction > mu_[c] * p[0];
  if (friction <= mu_[c] * p[0]) return;  // (18), or (21) no longer holds
  const double speed = std::hypot(velocity.y, velocity.z);
  if (contact.memory != nullptr && contact.memory->slipping && speed > 0.0) {
    const double size = kinetic * (1.0 - std::exp(-options_.k_omega * speed));  // (22), (23)
    p[1] = -size * velocity.y / speed;
    p[2] = -size * velocity.z / speed;
  } else {
    p[1] *= kinetic / friction;  // (19)
    p[2] *= kinetic / friction;
  }
}

// --- after the step ---

/// Reference points of slipping and open contacts follow them, (20): the displacement is zero at the end of
/// the step.
View<const contact::ContactEnd> RelaxedStepper::FindEnds(double h) {
  ends_.clear();
  for (int c = 0; c < problem_.size(); ++c) {
    const contact::RigidContact& contact = problem_.contact(c);
    const Vec3<double> start = Displacement(contact, problem_.ContactVelocity(c, problem_.v_start()), h);
    const Vec3<double> moved = h * problem_.EndVelocity(c);
    if (slips_[c] || !(impulses_[3 * c] > 0.0))
      ends_.push_back({static_cast<bool>(slips_[c]), {0.0, 0.0}, {-start.y, -start.z}});
    else
      ends_.push_back({false, {start.y + moved.y, start.z + moved.z}, {moved.y, moved.z}});
  }
  return ends_;
}

}  // namespace slipstick::relaxed
