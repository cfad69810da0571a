#include "slipstick/steppers/tamsi/tamsi_stepper.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "slipstick/contact/approach_margin.h"
#include "slipstick/contact/contact_outcome.h"
#include "slipstick/contact/gyroscopic_impulse.h"
#include "slipstick/dynamics/body_frame.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/contact_space.h"
#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/mass_matrix.h"

namespace slipstick::tamsi {
namespace {

/// Times h² g: contacts with a smaller predicted gap are included.
constexpr double kMaxPredictedGap = 2.0;

/// The algorithm of the report: that of one more island, combined with those so far.
const char* AddAlgorithm(NewtonSpace space, const char* so_far) {
  constexpr std::string_view kJoints = "joint space", kContacts = "contact space";
  const std::string_view algorithm = space == NewtonSpace::kJoints ? kJoints : kContacts;
  return so_far == algorithm || *so_far == 0 ? algorithm.data() : "both spaces";
}

}  // namespace

TamsiOptions TamsiOptions::SemiImplicit() {
  TamsiOptions options;
  options.newton.coupling = Coupling::kOneWay;
  return options;
}

TamsiStepper::TamsiStepper(const World& world, const Options& options)
    : Stepper(world),
      options_(options),
      ws_(world.model()),
      finder_(world.geometry()),
      joints_(world, contact::JointTreatment::kImplicit),
      contacts_(world),
      islands_(world.model()),
      newton_(world.model(), options.newton),
      active_(world.model().nv()),
      deferred_(world.model().nv()) {
  for (auto* vector : {&impulse_, &x_, &v_end_, &displacement_}) vector->setZero(world.model().nv());
}

/// One step for all islands. Islands that fail are deferred and then advanced alone, in sub-steps.
void TamsiStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  std::fill(active_.begin(), active_.end(), true);
  report.substeps = 0;
  memories_.clear();
  steppers::AdvanceInSubsteps(options_.max_substeps, [&](double weight, bool is_smallest) {
    return AdvanceSubstep({actuation, weight * h, weight, is_smallest}, state, report);
  });
  if (contact::Advanced(report.status)) StoreContacts(report.contacts, state);
}

steppers::SubstepResult TamsiStepper::AdvanceSubstep(const Substep& substep, State& state,
                                                     StepReport& report) {
  SolveSubstep(substep, state, report);
  if (!contact::Advanced(report.status)) return steppers::SubstepResult::kGiveUp;
  const bool is_whole = substep.weight == 1.0;
  if (any_deferred_ && !is_whole) return steppers::SubstepResult::kTooLong;  // deferred islands stay together
  for (size_t k = 0; k < active_.size(); ++k) active_[k] = active_[k] && !deferred_[k];
  Commit(substep, state, report);
  if (any_deferred_) {
    active_ = deferred_;
    return steppers::SubstepResult::kTooLong;
  }
  ++report.substeps;
  return steppers::SubstepResult::kDone;
}

/// v_end_ and contact forces := those of the sub-step; deferred_ := dofs of islands that could not be solved.
void TamsiStepper::SolveSubstep(const Substep& substep, const State& state, StepReport& report) {
  Evaluate(substep, state);
  if (substep.weight == 1.0) ReportEnergy(state, report.energy);
  const StepStatus so_far = report.status;
  do {
    report.status = so_far;  // forget the status of the previous pass
    if (!Prepare(substep.h, state)) {
      report.status = substep.weight == 1.0 ? StepStatus::kSingularMass : StepStatus::kDiverged;
      return;
    }
    SolveIslands(substep, report);
    if (!contact::Advanced(report.status)) return;
    v_end_ = state.v + x_;
    // also if NaN: bodies must not be placed there
    if (!(v_end_.array().abs() < steppers::kDivergedSpeed).all()) {
      report.status = StepStatus::kDiverged;
      return;
    }
    displacement_ = substep.h * v_end_;
  } while (joints_.Revise(displacement_, x_));
}

/// Poses, velocities, contacts and joint forces at the start of the sub-step.
void TamsiStepper::Evaluate(const Substep& substep, const State& state) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kContacts);
  dynamics::BeginEvaluate<double>(world().model(), state.q, state.v, ws_);
  has_subtree_sums_ = false;
  joints_.Begin(substep.actuation, substep.h, state.q, state.v, state.q_held, ws_);
  CollectContacts(substep.h);
}

/// Contacts that overlap, and those that may overlap at the end.
void TamsiStepper::CollectContacts(double h) {
  const Model& model = world().model();
  const double fall = kMaxPredictedGap * h * h * model.gravity().norm();
  contacts_.Clear();
  for (const ContactPoint& point :
       finder_.Find(model, ws_, options_.predict ? contact::ApproachMargin(world(), ws_, h) : 0.0)) {
    if (!IsActive(point.body_a) || !IsActive(point.body_b)) continue;
    const double separation = Dot(point.normal, dynamics::VelocityAt(model, ws_, point.body_a, point.p) -
                                                    dynamics::VelocityAt(model, ws_, point.body_b, point.p));
    if (point.gap <= 0.0 || point.gap + h * separation < fall) contacts_.Add(point, ws_);
  }
  islands_.Find(contacts_.bodies());
}

/// M̂, the impulse of all forces except contacts, and x_ := the velocity change without contacts, (S3) and
/// (S4). False if M̂ is singular.
bool TamsiStepper::Prepare(double h, const State& state) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kDynamics);
  const Model& model = world().model();
  if (has_subtree_sums_) dynamics::BeginEvaluate<double>(model, state.q, state.v, ws_);
  has_subtree_sums_ = true;
  if (!dynamics::FinishEvaluate<double>(model, {}, ws_, joints_.added_inertia())) return false;
  joints_.FindFreeForce(ws_, impulse_);
  impulse_ *= h;
  contact::MakeGyroscopicImpulsesImplicit(model, ws_, h, state.v, impulse_);
  x_ = impulse_;
  dynamics::SolveMassMatrix<double>(model, ws_, View<double>(x_));
  return true;
}

void TamsiStepper::SolveIslands(const Substep& substep, StepReport& report) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kSolve);
  std::fill(deferred_.begin(), deferred_.end(), false);
  any_deferred_ = false;
  int max_iterations = 0;
  for (int i = 0; i < islands_.size(); ++i) {
    const contact::ContactIslands::Island island = islands_[i];
    const NewtonResult result =
        newton_.Solve({substep.h, ws_, impulse_, contacts_, island.pairs, island.trees}, x_);
    max_iterations = std::max(max_iterations, result.iterations);
    if (result.converged || substep.is_smallest) report.residual = std::max(report.residual, result.residual);
    report.algorithm = AddAlgorithm(result.space, report.algorithm);
    if (result.converged) continue;
    if (!substep.is_smallest)
      DeferIsland(island);
    else if (!std::isfinite(result.residual))
      report.status = StepStatus::kDiverged;
    else if (report.status == StepStatus::kOk)
      report.status = StepStatus::kNotConverged;
  }
  report.iterations += max_iterations;
}

void TamsiStepper::DeferIsland(const contact::ContactIslands::Island& island) {
  any_deferred_ = true;
  for (const int root : island.trees) {
    const DofRange dofs = DofsOfTree(world().model(), root);
    std::fill(deferred_.begin() + dofs.first, deferred_.begin() + dofs.end, true);
    x_.segment(dofs.first, dofs.end - dofs.first).setZero();
  }
}

/// Commits q and v of the dofs that took part in this sub-step.
void TamsiStepper::Commit(const Substep& substep, State& state, StepReport& report) {
  const Model& model = world().model();
  joints_.MoveToMean(displacement_, x_);
  joints_.AddWork(displacement_, 1.0, report.energy, active_);
  joints_.StoreAnchors(v_end_, state.q_held, active_);
  CommitContacts(substep, report);
  q_end_ = state.q;
  dynamics::Integrate<double>(model, state.q, displacement_, View<double>(q_end_));  // (10)
  for (const Joint& joint : model.joints()) {
    if (!active_[joint.v]) continue;
    state.v.segment(joint.v, joint.nv) = v_end_.segment(joint.v, joint.nv);
    state.q.segment(joint.q, joint.nq) = q_end_.segment(joint.q, joint.nq);
  }
}

// --- report ---

void TamsiStepper::ReportEnergy(const State& state, EnergyReport& energy) {
  energy.kinetic = dynamics::KineticEnergy<double>(world().model(), state.v, ws_);
  energy.potential = dynamics::PotentialEnergy<double>(world().model(), ws_);
  for (const RegularizedContact& contact : contacts_.contacts()) {
    const double depth = std::max(0.0, -contact.geometry.gap);
    energy.elastic += 0.5 * contact.material->stiffness * depth * depth;
  }
}

/// Adds the contacts of active bodies to the report and to the memory of the step.
void TamsiStepper::CommitContacts(const Substep& substep, StepReport& report) {
  const auto by_id = [](const ContactMemory& memory, uint64_t id) { return memory.id < id; };
  const double h = substep.h;
  for (const RegularizedContact& contact : contacts_.contacts()) {
    const ContactPoint& point = contact.geometry;
    if (!IsActive(point.body_a)) continue;
    const Vec3<double> slip = Across(h * contact.velocity, point.normal);
    const contact::ContactOutcome outcome{
        .point = point,
        .p = point.p,
        .gap = point.gap,
        .force = contact.force,
        .displacement = h * contact.velocity,
        .slip = slip,
        .work = contact::ImpulseWork(h * contact.force, contact.start_velocity, contact.velocity),
        .at_friction_limit = Length(slip) > h * contact.material->stiction_speed};
    contact::AddToReport(world(), outcome, h, substep.weight, report);
    if (!contact::IsRemembered(outcome)) continue;
    const ContactMemory memory =
        contact::MemoryOf(world(), outcome, ws_, outcome.p, outcome.displacement, Vec3<double>::Zero(), 0.0);
    const auto at = std::lower_bound(memories_.begin(), memories_.end(), memory.id, by_id);
    if (at != memories_.end() && at->id == memory.id)
      *at = memory;
    else
      memories_.insert(at, memory);
  }
}

/// The method has no memory of contacts. Their mean forces are stored for controllers, and relaxed anchors
/// for steppers that continue from this state.
void TamsiStepper::StoreContacts(const std::vector<ContactReport>& contacts, State& state) {
  state.contacts = memories_;
  size_t i = 0;
  for (ContactMemory& memory : state.contacts) {  // both lists are sorted by id
    while (contacts[i].id < memory.id) ++i;
    memory.force = contacts[i].force;
  }
}

}  // namespace slipstick::tamsi
