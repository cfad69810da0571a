#include "slipstick/steppers/tamsi/tamsi_stepper.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace slipstick::tamsi {
namespace {

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
    : SubsteppingStepper(world, options.max_substeps),
      options_(options),
      problem_(world, {.joints = contact::JointTreatment::kImplicit,
                       .force_point = contact::ForcePoint::kMidway,
                       .implicit_rotation = true}),
      contacts_(world),
      islands_(world.model()),
      newton_(world.model(), options.newton),
      active_(world.model().nv()),
      deferred_(world.model().nv()) {
  for (auto* vector : {&impulse_, &x_, &dq_}) vector->setZero(world.model().nv());
}

/// All islands take part in the first sub-step, the whole step. Those that fail are advanced alone
/// afterwards.
void TamsiStepper::BeginStep(State& state) {
  std::fill(active_.begin(), active_.end(), true);
  state.contacts.clear();  // the law has no memory
}

TamsiStepper::Result TamsiStepper::AdvanceSubstep(const Substep& substep, State& state, StepReport& report) {
  Evaluate(substep, state);
  if (substep.is_first()) {
    problem_.ReportEnergy(report.energy);
    report.energy.elastic = ElasticEnergy();
  }
  const StepStatus so_far = report.status;
  do {
    report.status = so_far;  // forget the status of the previous pass
    if (!FindFreeMotion(substep)) {
      report.status = substep.is_first() ? StepStatus::kSingularMass : StepStatus::kDiverged;
      return Result::kGiveUp;
    }
    SolveIslands(substep, report);
    if (!contact::Advanced(report.status)) return Result::kGiveUp;
    dq_ = substep.h * (state.v + x_);
    // also if NaN: bodies must not be placed there
    if (!(dq_.array().abs() < substep.h * steppers::kDivergedSpeed).all()) {
      report.status = StepStatus::kDiverged;
      return Result::kGiveUp;
    }
  } while (problem_.Revise(dq_, x_));
  if (any_deferred_ && !substep.is_first()) return Result::kTooLong;  // deferred islands stay together
  for (size_t k = 0; k < active_.size(); ++k) active_[k] = active_[k] && !deferred_[k];
  Commit(substep, state, report);
  if (!any_deferred_) return Result::kDone;
  active_ = deferred_;
  return Result::kTooLong;
}

/// Poses, velocities, joint forces, contacts and islands at the start of the sub-step.
void TamsiStepper::Evaluate(const Substep& substep, const State& state) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kContacts);
  problem_.Evaluate({&substep.actuation, substep.h, &state, &state.q, &state.v});
  contacts_.Clear();
  for (const ContactPoint& point : problem_.FindTouching(options_.predict))
    if (IsActive(point.body_a) && IsActive(point.body_b))
      contacts_.Add(problem_.MakeContact(point), problem_.workspace());
  islands_.Find(contacts_.bodies());
}

/// x_ := the velocity change without contacts, (S3). False if M̂ is singular.
bool TamsiStepper::FindFreeMotion(const Substep& substep) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kDynamics);
  if (!problem_.Factor()) return false;
  impulse_ = substep.h * problem_.free_force();
  x_ = impulse_;
  problem_.Solve(x_);
  return true;
}

/// x_ and contact forces := those of (21), island by island.
void TamsiStepper::SolveIslands(const Substep& substep, StepReport& report) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kSolve);
  std::fill(deferred_.begin(), deferred_.end(), false);
  any_deferred_ = false;
  int max_iterations = 0;
  for (int i = 0; i < islands_.size(); ++i) {
    const contact::ContactIslands::Island island = islands_[i];
    const NewtonResult result =
        newton_.Solve({substep.h, problem_.workspace(), impulse_, contacts_, island.pairs, island.trees}, x_);
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

/// Ends the sub-step of the active dofs, (10).
void TamsiStepper::Commit(const Substep& substep, State& state, StepReport& report) {
  outcomes_.clear();
  for (const RegularizedContact& contact : contacts_.contacts()) {
    if (!IsActive(contact.geometry.body_a)) continue;
    const Vec3<double> displacement = substep.h * contact.v_c;
    const Vec3<double> slip = Across(displacement, contact.geometry.normal);
    outcomes_.push_back(
        {.point = contact.geometry,
         .p = contact.p_a,
         .gap = contact.geometry.gap,
         .force = contact.force,
         .displacement = displacement,
         .remaining = displacement,
         .slip = slip,
         .work = contact::ImpulseWork(substep.h * contact.force, contact.velocity, contact.v_c),
         .at_friction_limit = Length(slip) > substep.h * contact.material->stiction_speed});
  }
  problem_.Commit(outcomes_, {dq_, x_, substep.fraction, active_}, state, report);
}

double TamsiStepper::ElasticEnergy() {
  double twice = 0.0;
  for (const RegularizedContact& contact : contacts_.contacts()) {
    const double depth = std::max(0.0, -contact.geometry.gap);
    twice += contact.material->stiffness * depth * depth;
  }
  return 0.5 * twice;
}

}  // namespace slipstick::tamsi
