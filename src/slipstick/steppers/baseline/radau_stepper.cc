#include "slipstick/steppers/baseline/radau_stepper.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "slipstick/dynamics/configuration.h"
#include "slipstick/steppers/substeps.h"

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

RadauEquations::Stage NewStage(const World& world, const laws::CompliantOptions& contact) {
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(world.model().nv());
  return {ImplicitDynamics(world, contact), zero, zero, world.model().neutral(), zero, zero};
}

/// Iterations for the displacements of stages. Each one reduces the error at least by the rotation in rad.
constexpr int kMaxPasses = 40;

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
    stage.dynamics.Evaluate(Here(stage), start_->timer, residual_.data() + i * model.nv());
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
}

void RadauEquations::Differentiate() {
  for (Stage& stage : stages_) stage.dynamics.Differentiate(Here(stage), start_->timer);
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
                                        const contact::TransitionLimits& limits) const {
  const int nv = world_.model().nv();
  double alpha = 1.0;
  for (int i = 0; i < kStages; ++i)
    alpha = std::min(alpha, stages_[i].dynamics.LimitTransitions({dV.data() + i * nv, nv}, limits));
  return alpha;
}

// --- the step ---

RadauStepper::RadauStepper(const World& world, const Options& options)
    : Stepper(world),
      options_(options),
      equations_(world, options.contact),
      newton_(equations_.size(), options.newton),
      V_(Eigen::VectorXd::Zero(equations_.size())),
      displacement_(Eigen::VectorXd::Zero(world.model().nv())) {
  CheckLineSearch(options.newton, options.contact);
}

void RadauStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  newton_.set_timer(timer());
  newton_.DiscardMatrices();
  report.substeps = 0;
  steppers::AdvanceInSubsteps(options_.max_substeps, [&](double weight, bool is_smallest) {
    const Start start{actuation, weight * h, state, timer()};
    const bool solved = AdvanceSubstep(start, weight, is_smallest, state, report);
    if (!contact::Advanced(report.status)) return steppers::SubstepResult::kGiveUp;
    if (!solved && !is_smallest) return steppers::SubstepResult::kTooLong;
    ++report.substeps;
    return steppers::SubstepResult::kDone;
  });
}

/// False if Newton's method fails. The state then changes only in a sub-step of the smallest length.
bool RadauStepper::AdvanceSubstep(const Start& start, double weight, bool is_smallest, State& state,
                                  StepReport& report) {
  constexpr int kStages = RadauEquations::kStages;
  const int nv = world().model().nv();
  if (!PlaceAnchors(start, state, report)) return false;
  equations_.Begin(start);
  for (int i = 0; i < kStages; ++i) V_.segment(i * nv, nv) = state.v;
  const NewtonOutcome outcome = newton_.Solve(equations_, V_);
  report.iterations += outcome.iterations;
  report.evaluations += kStages * (outcome.evaluations + 2 * nv * outcome.jacobians);
  if (!outcome.is_finite) report.status = StepStatus::kDiverged;
  if (!outcome.is_finite || (!outcome.converged && !is_smallest)) return false;
  if (!outcome.converged) report.status = StepStatus::kNotConverged;
  report.residual = std::max(report.residual, outcome.residual);
  Finish(start, weight, state, report);
  return outcome.converged;
}

/// Anchors new contacts at the start of the sub-step. False if M is singular.
bool RadauStepper::PlaceAnchors(const Start& start, State& state, StepReport& report) {
  EquationOfMotion& motion = equations_.stage(0).dynamics.motion();
  if (!motion.Evaluate(start.actuation, state.q, state.v, state, timer())) {
    report.status = report.substeps == 0 ? StepStatus::kSingularMass : StepStatus::kDiverged;
    return false;
  }
  ++report.evaluations;
  if (report.substeps == 0) motion.ReportEnergy(state.v, report.energy);
  motion.StoreMemory(state.q, state.v, 0.0, laws::EvaluatedAt::kStart, state);
  return true;
}

/// Reports contacts at the end of the step, with mean forces over the stages.
void RadauStepper::Finish(const Start& start, double weight, State& state, StepReport& report) {
  for (int i = RadauEquations::kStages - 1; i >= 0; --i) {
    const RadauEquations::Stage& stage = equations_.stage(i);
    const EquationOfMotion& motion = stage.dynamics.motion();
    displacement_ = start.h * stage.v;
    motion.ReportContacts(start.h, weight * equations_.weight(i), laws::EvaluatedAt::kEnd, displacement_,
                          stage.d, report);
    motion.AddWork(stage.v, stage.v, start.h * equations_.weight(i), report.energy);
  }
  RadauEquations::Stage& end = equations_.stage(RadauEquations::kStages - 1);
  end.dynamics.motion().StoreMemory(end.q, end.v, start.h, laws::EvaluatedAt::kEnd, state);
  state.q = end.q;
  state.v = end.v;
}

}  // namespace slipstick::baseline
