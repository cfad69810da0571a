#include "slipstick/steppers/relaxed/relaxed_stepper.h"

#include <algorithm>
#include <cmath>

namespace slipstick::relaxed {
namespace {

/// Sides of the pyramid (the authors' library: 8).
constexpr int kPyramidSides = 8;
/// Smallest value of `relaxation`, so that redundant contacts share their load.
constexpr double kMinRelaxation = 1e-7;
/// Value up to which the relaxation is increased where a problem cannot be solved.
constexpr double kMaxRelaxation = 1e-2;
/// A contact slips if its friction exceeds this fraction of the limit.
constexpr double kSlipFraction = 1.0 - 1e-6;
/// Tolerated residual of the optimality conditions, relative.
constexpr double kToleratedResidual = 1e-6;

/// The residual relative to the largest entry of g; 0 if g is zero.
double Relative(double residual, const Eigen::Ref<const Eigen::VectorXd>& g) {
  const double largest = g.lpNorm<Eigen::Infinity>();
  return largest > 0.0 ? residual / largest : 0.0;
}

/// A step may solve several problems: one per stage, and again after a joint reached a limit.
void AddAlgorithm(const char* name, StepReport& report) {
  report.algorithm = contact::CombinedAlgorithm(report.algorithm, name);
}

}  // namespace

RelaxedStepper::RelaxedStepper(const World& world, const Options& options)
    : Stepper(world),
      options_(options),
      problem_(world,
               options.integrator == RelaxedIntegrator::kRkGill ? contact::JointTreatment::kExplicit
                                                                : contact::JointTreatment::kImplicit,
               options.inertia),
      pyramid_(kPyramidSides),
      runge_kutta_(world.model(), steppers::GillRungeKutta()),
      relaxation_(options.lambda > 0.0 ? 0.0 : std::max(options.relaxation, kMinRelaxation)),
      least_relaxation_(options.form == RelaxedForm::kLeastSquares ? options.lambda
                                                                   : std::sqrt(options.lambda)) {
  const int expected = std::min(contact::kExpectedContacts, world.geometry().num_shapes());
  cone_.Reserve(expected);
  qp_.Reserve(expected);
  pyramid_.Reserve(expected);
  for (auto* vector : {&mu_, &unit_, &lambda_, &c_, &g_, &impulses_}) vector->reserve(3 * expected);
  Q_.reserve(9 * expected * expected);
  slips_.reserve(expected);
  displacements_.reserve(expected);
}

void RelaxedStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  if (options_.integrator == RelaxedIntegrator::kRkGill)
    AdvanceByRungeKutta(actuation, h, state, report);
  else if (Evaluate({&actuation, h, &state, &state.q, &state.v}, report))
    problem_.Commit(FindEnds(), state, report);
}

/// All stages use the contact memory of the start. It is updated with the result of the first stage.
void RelaxedStepper::AdvanceByRungeKutta(const Actuation& actuation, double h, State& state,
                                         StepReport& report) {
  for (int i = 0; i < runge_kutta_.stages(); ++i) {
    runge_kutta_.BeginStage(i, h, state);
    const Eigen::VectorXd &q = runge_kutta_.q(), &v = runge_kutta_.v();
    if (!Evaluate({&actuation, h, &state, &q, &v, false, &v}, report)) return;
    runge_kutta_.acceleration() = (problem_.v_end() - v) / h;
    problem_.ReportStage(FindEnds(), runge_kutta_.weight(i), report);
    if (i == 0) problem_.StoreMemory(runge_kutta_.after);
  }
  runge_kutta_.Finish(h, state);
}

// --- contacts at one instant ---

/// Impulses, and velocity at the end of a step of h from this point. False, with a status, if M̂ is singular.
bool RelaxedStepper::Evaluate(const contact::ImpulseProblem::LinearizationPoint& at, StepReport& report) {
  {
    const steppers::ScopedPhase timing(timer(), steppers::Phase::kContacts);
    problem_.Evaluate(at);
    if (report.iterations == 0) problem_.ReportEnergy(report.energy);
    problem_.AddTouching(options_.predict);
  }
  impulses_.resize(3 * static_cast<size_t>(problem_.size()));
  for (int c = 0; c < problem_.size(); ++c)
    SetBlock(impulses_.data(), c, problem_.contact(c).previous_impulse);  // initial guess
  do {
    {
      const steppers::ScopedPhase timing(timer(), steppers::Phase::kDynamics);
      if (!problem_.Factor()) {
        report.status = report.iterations == 0 ? StepStatus::kSingularMass : StepStatus::kDiverged;
        return false;
      }
    }
    const steppers::ScopedPhase timing(timer(), steppers::Phase::kSolve);
    FindImpulses(report);
    problem_.Respond(impulses_.data());
  } while (problem_.Revise());
  return true;
}

void RelaxedStepper::FindImpulses(StepReport& report) {
  ++report.iterations;
  SetProblem();
  if (problem_.size() == 0) return;
  bool solved = false;
  switch (options_.friction) {
    case RelaxedFriction::kCone: solved = SolveOnCone(report); break;
    case RelaxedFriction::kPyramid: solved = SolveOnPyramid(report) || SolveOnCone(report); break;
    case RelaxedFriction::kClamp: solved = SolveForNormals(report); break;
  }
  if (!solved && !(report.residual <= kToleratedResidual)) report.status = StepStatus::kNotConverged;
  for (int c = 0; c < problem_.size(); ++c)
    slips_[c] = options_.friction == RelaxedFriction::kClamp ? ClampFriction(c) : IsOnCone(c);
}

/// (13) as min ½ pᵀ (Q + λ) p + gᵀ p, and the friction coefficients.
void RelaxedStepper::SetProblem() {
  const int m = problem_.size();
  c_.resize(3 * m);
  for (auto* vector : {&mu_, &unit_, &lambda_}) vector->clear();
  displacements_.clear();
  slips_.assign(m, false);
  const auto A = problem_.W();
  const bool least_squares = options_.form == RelaxedForm::kLeastSquares;
  const double k = options_.k > 0.0 ? options_.k : options_.compensation / problem_.h();
  for (int c = 0; c < m; ++c) {
    const contact::RigidContact& contact = problem_.contact(c);
    const Vec3<double>& d = displacements_.emplace_back(Displacement(contact));
    const double normal = d.x > 0.0 ? d.x / problem_.h() : k * d.x;
    SetBlock(c_.data(), c, Block(problem_.b().data(), c) + Vec3<double>{normal, k * d.y, k * d.z});  // (12)
    mu_.push_back(contact.mu());
    const double mean = A.diagonal().segment<3>(3 * c).mean();
    unit_.push_back(least_squares ? mean * mean : mean);
    lambda_.push_back(std::max(least_relaxation_, relaxation_ * unit_.back()));
  }
  if (!least_squares || m == 0) {
    g_ = c_;
    return;
  }
  Q_.resize(static_cast<size_t>(A.size()));
  g_.resize(c_.size());
  Eigen::Map<Eigen::MatrixXd>(Q_.data(), 3 * m, 3 * m).noalias() = A.lazyProduct(A);  // A is symmetric
  Eigen::Map<Eigen::VectorXd>(g_.data(), 3 * m).noalias() =
      A.lazyProduct(Eigen::Map<const Eigen::VectorXd>(c_.data(), 3 * m));
}

/// Displacement of a contact from its reference point, in its frame, (16). The reference point of a new
/// contact is where its path crossed the surface, (17).
Vec3<double> RelaxedStepper::Displacement(const contact::RigidContact& contact) const {
  const double gap = contact.geometry.gap;
  if (contact.memory != nullptr) return {gap, contact.stretch.y, contact.stretch.z};
  const Vec3<double>& v = contact.v;
  const double since = gap < 0.0 && v.x < 0.0 ? std::min(problem_.h(), gap / v.x) : 0.0;
  return {gap, since * v.y, since * v.z};
}

Eigen::Map<const Eigen::MatrixXd> RelaxedStepper::Q() const {
  if (options_.form == RelaxedForm::kEnergy) return problem_.W();
  return {Q_.data(), 3 * problem_.size(), 3 * problem_.size()};
}

bool RelaxedStepper::IsOnCone(int c) const {
  const double* p = &impulses_[3 * c];
  const double friction =
      options_.friction == RelaxedFriction::kPyramid ? pyramid_.Gauge(p[1], p[2]) : std::hypot(p[1], p[2]);
  return p[0] > 0.0 && friction >= kSlipFraction * mu_[c] * p[0];
}

bool RelaxedStepper::SolveOnCone(StepReport& report) {
  const solvers::CoulombResult result =
      cone_.SolveCompliant(Q(), g(), mu_, {unit_, relaxation_, kMaxRelaxation, least_relaxation_}, p());
  report.iterations += result.iterations;
  report.residual = contact::LargerResidual(report.residual, Relative(result.residual, g()));
  if (result.yielding > solvers::kMaxYielding) report.status = StepStatus::kNotConverged;
  AddAlgorithm(result.compliance > relaxation_ ? "compliant cone" : "cone", report);
  return result.solved;
}

bool RelaxedStepper::SolveOnPyramid(StepReport& report) {
  const solvers::CoulombPyramidSolver::Result result = pyramid_.Solve(Q(), g(), mu_, lambda_, p());
  report.iterations += result.iterations;
  if (!result.solved) return false;
  report.residual = contact::LargerResidual(report.residual, result.residual);
  AddAlgorithm("pyramid", report);
  return true;
}

// --- friction=clamp, as in the paper ---

bool RelaxedStepper::SolveForNormals(StepReport& report) {
  const solvers::QpResult result = qp_.Solve(Q(), g(), mu_, solvers::FrictionSet::kUnilateral, p(), lambda_);
  report.iterations += result.iterations;
  report.residual = contact::LargerResidual(report.residual, Relative(result.residual, g()));
  return result.solved;
}

/// True if friction was above the limit.
bool RelaxedStepper::ClampFriction(int c) {
  const contact::RigidContact& contact = problem_.contact(c);
  const Vec3<double>& velocity = contact.v;
  double* p = &impulses_[3 * c];
  const double friction = std::hypot(p[1], p[2]), kinetic = contact.material->mu_kinetic * p[0];
  if (friction <= mu_[c] * p[0]) return false;  // (18), or (21) no longer holds
  const double speed = std::hypot(velocity.y, velocity.z);
  if (contact.memory != nullptr && contact.memory->slipping && speed > 0.0) {
    const double size = kinetic * (1.0 - std::exp(-options_.k_omega * speed));  // (22), (23)
    p[1] = -size * velocity.y / speed;
    p[2] = -size * velocity.z / speed;
  } else {
    p[1] *= kinetic / friction;  // (19)
    p[2] *= kinetic / friction;
  }
  return p[0] > 0.0;
}

// --- after the step ---

/// Reference points of slipping and open contacts follow them, (20): the displacement is zero at the end of
/// the step.
View<const contact::ContactEnd> RelaxedStepper::FindEnds() {
  ends_.clear();
  for (int c = 0; c < problem_.size(); ++c) {
    const Vec3<double>& start = displacements_[c];
    const Vec3<double> moved = problem_.h() * problem_.EndVelocity(c);
    const bool slips = slips_[c] != 0;
    if (slips || !(impulses_[3 * c] > 0.0))
      ends_.push_back({slips, {0.0, 0.0}, {-start.y, -start.z}});
    else
      ends_.push_back({false, {start.y + moved.y, start.z + moved.z}, {moved.y, moved.z}});
  }
  return ends_;
}

}  // namespace slipstick::relaxed
