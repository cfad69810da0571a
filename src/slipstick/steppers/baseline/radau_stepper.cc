#include "slipstick/steppers/baseline/radau_stepper.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "slipstick/dynamics/configuration.h"

namespace slipstick::baseline {
namespace {

Eigen::Matrix3d RadauTableau() {
  const double r = std::sqrt(6.0);
  Eigen::Matrix3d a;
  a << (88 - 7 * r) / 360, (296 - 169 * r) / 1800, (-2 + 3 * r) / 225,  //
      (296 + 169 * r) / 1800, (88 + 7 * r) / 360, (-2 - 3 * r) / 225,   //
      (16 - r) / 36, (16 + r) / 36, 1.0 / 9;
  return a;
}

/// Multiplications after which a sub-step that fails is not split any more. Steps of large models with many
/// contacts that cannot be solved would need seconds.
constexpr double kMaxWork = 2.5e8;
/// Multiplications of one evaluation, per unknown, and per contact and stage.
constexpr double kWorkOfDof = 600.0, kWorkOfContact = 1e4;

RadauEquations::Stage NewStage(const World& world, const laws::CompliantOptions& contact) {
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(world.model().nv());
  return {ImplicitDynamics(world, contact), zero, zero, world.model().neutral(), zero, zero};
}

/// Iterations for the displacements of stages. Each one reduces the error at least by the rotation in rad.
constexpr int kMaxPasses = 40;
/// Change in the last iteration, relative to the largest displacement, above which they have not converged.
constexpr double kToleratedChange = 1e-10;

}  // namespace

// --- equations ---

RadauEquations::RadauEquations(const World& world, const laws::CompliantOptions& contact)
    : NewtonEquations(InertiaOfDofs(world).replicate<kStages, 1>()),
      world_(world),
      a_(RadauTableau()),
      a_inverse_(a_.inverse()),
      stages_{NewStage(world, contact), NewStage(world, contact), NewStage(world, contact)},
      d_(Eigen::VectorXd::Zero(world.model().nv())) {}

void RadauEquations::Begin(const Start& start) {
  start_ = &start;
  seconds_ = start.h;
}

void RadauEquations::Evaluate(const Eigen::VectorXd& V) {
  const Model& model = world_.model();
  for (int i = 0; i < kStages; ++i) stages_[i].v = V.segment(i * model.nv(), model.nv());
  FindDisplacements();
  for (int i = 0; i < kStages; ++i) {
    Stage& stage = stages_[i];
    stage.a.setZero();
    for (int j = 0; j < kStages; ++j)
      stage.a += (a_inverse_(i, j) / start_->h) * (stages_[j].v - start_->state.v);
    dynamics::Integrate<double>(model, start_->state.q, stage.d, View<double>(stage.q));
    stage.dynamics.Evaluate(*start_, stage.q, stage.v, stage.a, residual_.data() + i * model.nv());
  }
}

/// D = h A rate(D, V) by fixed-point iteration, starting without rotation.
void RadauEquations::FindDisplacements() {
  for (Stage& stage : stages_) stage.rate = stage.v, stage.d.setZero();
  double change = std::numeric_limits<double>::infinity(), size = 0.0;
  for (int pass = 0; pass < kMaxPasses && change > std::numeric_limits<double>::epsilon() * size; ++pass) {
    change = size = 0.0;
    for (int i = 0; i < kStages; ++i) {
      d_.setZero();
      for (int j = 0; j < kStages; ++j) d_ += (start_->h * a_(i, j)) * stages_[j].rate;
      change = std::max(change, (d_ - stages_[i].d).lpNorm<Eigen::Infinity>());
      size = std::max(size, d_.lpNorm<Eigen::Infinity>());
      stages_[i].d = d_;
    }
    for (Stage& stage : stages_)
      dynamics::TangentRate(world_.model(), stage.d, stage.v, View<double>(stage.rate));
  }
  has_displacements_ = change <= kToleratedChange * size;
}

void RadauEquations::Differentiate() {
  const steppers::ScopedPhase timing(start_->timer, steppers::Phase::kDynamics);
  for (Stage& stage : stages_) stage.dynamics.Differentiate();
}

void RadauEquations::Form(View<double> rows) {
  const int nv = world_.model().nv(), columns = size();
  for (int i = 0; i < kStages; ++i)
    for (int j = 0; j < kStages; ++j) {
      const ImplicitDynamics& dynamics = stages_[i].dynamics;
      double* block = rows.data() + i * nv * columns + j * nv;
      for (int k = 0; k < nv; ++k)
        for (int l = 0; l < nv; ++l)
          block[k * columns + l] =
              start_->h * a_(i, j) * dynamics.by_q[k * nv + l] + (i == j ? dynamics.by_v[k * nv + l] : 0.0);
      dynamics.AddMass(start_->h / a_inverse_(i, j), columns, block);
    }
}

double RadauEquations::LimitTransitions(const Eigen::VectorXd& dV,
                                        const solvers::TransitionLimits& limits) const {
  const int nv = world_.model().nv();
  double alpha = 1.0;
  for (int i = 0; i < kStages; ++i)
    alpha = std::min(alpha, stages_[i].dynamics.LimitTransitions({dV.data() + i * nv, nv}, limits));
  return alpha;
}

// --- the step ---

RadauStepper::RadauStepper(const World& world, const Options& options)
    : SubsteppingStepper(world, options.max_substeps),
      equations_(world, options.contact),
      newton_(equations_.size(), options.newton),
      V_(Eigen::VectorXd::Zero(equations_.size())),
      dv_(Eigen::VectorXd::Zero(world.model().nv())) {
  CheckLineSearch(options.newton, options.contact);
}

void RadauStepper::BeginStep() {
  newton_.set_timer(timer());
  newton_.DiscardMatrices();
  work_ = 0.0;
}

/// Without convergence the state changes only in a sub-step of the smallest length.
RadauStepper::Result RadauStepper::AdvanceSubstep(const Substep& substep, State& state, StepReport& report) {
  constexpr int kStages = RadauEquations::kStages;
  const int nv = world().model().nv();
  const Start start{substep.actuation, substep.h, state, timer(), substep.actuation};
  if (!PlaceAnchors(start, state, report)) return Result::kFailed;
  equations_.Begin(start);
  for (int i = 0; i < kStages; ++i) V_.segment(i * nv, nv) = state.v;
  const NewtonOutcome outcome = newton_.Solve(equations_, V_);
  report.iterations += outcome.iterations;
  report.evaluations += kStages * (outcome.evaluations + 2 * nv * outcome.jacobians);
  if (!outcome.is_finite) {
    report.status = StepStatus::kDiverged;
    return Result::kFailed;
  }
  work_ += WorkOf(outcome);
  const bool solved = outcome.converged && equations_.has_displacements();
  if (!solved && !substep.accepts_failure && work_ < kMaxWork) return Result::kTooLong;
  if (!solved) report.status = StepStatus::kNotConverged;
  report.residual = contact::LargerResidual(report.residual, outcome.residual);
  Finish(start, substep.fraction, state, report);
  return Result::kDone;
}

double RadauStepper::WorkOf(const NewtonOutcome& outcome) {
  constexpr int kStages = RadauEquations::kStages;
  const double size = equations_.size(), contacts = equations_.stage(0).dynamics.contacts().contacts().size();
  return outcome.jacobians * size * size * size / 3.0 +
         outcome.evaluations * (kWorkOfDof * size + kWorkOfContact * kStages * contacts);
}

/// Anchors new contacts at the start of the sub-step. False if M is singular.
bool RadauStepper::PlaceAnchors(const Start& start, State& state, StepReport& report) {
  ImplicitDynamics& dynamics = equations_.stage(0).dynamics;
  dynamics.EvaluateStart(start.actuation, start.h, state);
  if (report.substeps == 0) dynamics.contacts().ReportEnergy(report.energy);
  if (!dynamics.Accelerate(dv_)) {
    report.status = report.substeps == 0 ? StepStatus::kSingularMass : StepStatus::kDiverged;
    return false;
  }
  ++report.evaluations;
  state.contacts.clear();
  contact::StoreContacts(world(), dynamics.contacts().FindOutcomes({0.0}), dynamics.problem().workspace(),
                         state.contacts);
  return true;
}

/// Reports contacts with mean forces over the stages; the memory is that of the last one, at the end.
void RadauStepper::Finish(const Start& start, double weight, State& state, StepReport& report) {
  constexpr int kLast = RadauEquations::kStages - 1;
  for (int i = 0; i <= kLast; ++i) {
    RadauEquations::Stage& stage = equations_.stage(i);
    contact::StepProblem& problem = stage.dynamics.problem();
    const View<const contact::ContactOutcome> outcomes =
        stage.dynamics.contacts().FindOutcomes({start.h, 0.0, {}, stage.d});
    problem.ReportStage(outcomes, stage.v, equations_.weight(i), report, weight);
    if (i == kLast) problem.StoreMemory(outcomes, stage.d, state);
  }
  state.q = equations_.stage(kLast).q;
  state.v = equations_.stage(kLast).v;
}

}  // namespace slipstick::baseline
