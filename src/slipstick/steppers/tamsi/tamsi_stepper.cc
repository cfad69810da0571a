#include "slipstick/steppers/tamsi/tamsi_stepper.h"

#include <algorithm>
#include <cmath>

namespace slipstick::tamsi {
namespace {

const char* AlgorithmName(NewtonSpace space) {
  return space == NewtonSpace::kJoints ? "joint space" : "contact space";
}

}  // namespace

TamsiStepper::TamsiStepper(const World& world, const Options& options)
    : SubsteppingStepper(world, options.max_substeps),
      options_(options),
      problem_(world, {.joints = contact::JointTreatment::kImplicit,
                       .force_point = contact::ForcePoint::kMidway,
                       .implicit_rotation = true}),
      contacts_(world),
      islands_(world.model()),
      newton_(world.model(), options.newton) {
  for (auto* vector : {&impulse_, &x_, &dq_}) vector->setZero(world.model().nv());
}

TamsiStepper::Result TamsiStepper::AdvanceSubstep(const Substep& substep, State& state, StepReport& report) {
  Evaluate(substep, state);
  if (substep.is_first()) {
    problem_.ReportEnergy(report.energy);
    report.energy.elastic = ElasticEnergy();
  }
  bool converged;
  do {
    if (!FindFreeMotion(substep)) {
      report.status = substep.is_first() ? StepStatus::kSingularMass : StepStatus::kDiverged;
      return Result::kFailed;
    }
    converged = SolveIslands(substep, report);
    if (!converged && !substep.accepts_failure) return Result::kTooLong;
    dq_ = substep.h * (state.v + x_);
    // also if NaN: bodies must not be placed there
    if (!std::isfinite(report.residual) ||
        !(dq_.array().abs() < substep.h * steppers::kDivergedSpeed).all()) {
      report.status = StepStatus::kDiverged;
      return Result::kFailed;
    }
  } while (problem_.Revise(dq_, x_));
  if (!converged) report.status = StepStatus::kNotConverged;
  Commit(substep, state, report);
  return Result::kDone;
}

/// Poses, velocities, joint forces, contacts and islands at the start of the sub-step.
void TamsiStepper::Evaluate(const Substep& substep, const State& state) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kContacts);
  problem_.Evaluate({&substep.actuation, substep.h, &state, &state.q, &state.v});
  contacts_.Clear();
  for (const ContactPoint& point : problem_.FindTouching(options_.predict)) contacts_.Add(point, problem_);
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

/// x_ and contact forces := those of (21), island by island. False if an iteration fails.
bool TamsiStepper::SolveIslands(const Substep& substep, StepReport& report) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kSolve);
  bool converged = true;
  int max_iterations = 0;
  for (int i = 0; i < islands_.size(); ++i) {
    const contact::ContactIslands::Island island = islands_[i];
    const NewtonResult result =
        newton_.Solve({substep.h, problem_.workspace(), impulse_, contacts_, island.pairs, island.trees}, x_);
    converged &= result.converged;
    max_iterations = std::max(max_iterations, result.iterations);
    if (result.converged || substep.accepts_failure)
      report.residual = contact::LargerResidual(report.residual, result.residual);
    report.algorithm = contact::CombinedAlgorithm(report.algorithm, AlgorithmName(result.space));
    if (!converged && !substep.accepts_failure) break;
  }
  report.iterations += max_iterations;
  return converged;
}

/// Ends the sub-step, (10).
void TamsiStepper::Commit(const Substep& substep, State& state, StepReport& report) {
  outcomes_.clear();
  for (const RegularizedContact& contact : contacts_.contacts()) {
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
  problem_.Commit(outcomes_, {dq_, x_, substep.fraction}, state, report);
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
