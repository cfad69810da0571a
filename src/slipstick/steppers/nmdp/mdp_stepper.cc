#include "slipstick/steppers/nmdp/mdp_stepper.h"

#include <algorithm>

namespace slipstick::nmdp {
namespace {

/// Tolerated residual of the quadratic program.
constexpr double kToleratedResidual = 1e-6;

}  // namespace

MdpStepper::MdpStepper(const World& world, const Options& options)
    : Stepper(world),
      problem_(world, {.joints = options.joints}),
      contacts_(world, options.friction, false),
      response_(world.model()),
      dissipation_(world, options.objective == LinearObjective::kEffective ? Objective::kEffective
                                                                           : Objective::kPoints) {
  for (auto* vector : {&v_end_, &displacement_, &dv_, &dx_}) vector->setZero(world.model().nv());
}

void MdpStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  Evaluate(actuation, h, state);
  problem_.ReportEnergy(report.energy);
  do {
    if (!FindMotion(h, state)) {
      report.status = StepStatus::kSingularMass;
      return;
    }
    if (contacts_.size() > 0) Dissipate(h, report);
    displacement_ = h * v_end_;
    dv_ = v_end_ - state.v;
  } while (problem_.Revise(displacement_, dv_));
  // also if NaN: bodies must not be placed there
  if (!(v_end_.array().abs() < steppers::kDivergedSpeed).all()) {
    report.status = StepStatus::kDiverged;
    return;
  }
  contacts_.MoveAlong(displacement_);
  problem_.Commit(contacts_.FindOutcomes(h, contact::kSlipSpeed, laws::EvaluatedAt::kStart),
                  {displacement_, dv_}, state, report);
  report.iterations = 1;
}

/// Poses, velocities, joint forces and contacts at the start of the step.
void MdpStepper::Evaluate(const Actuation& actuation, double h, const State& state) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kContacts);
  problem_.Evaluate({&actuation, h, &state, &state.q, &state.v});
  const Workspace<double>& ws = problem_.workspace();
  contacts_.Begin(ws, state.contacts);
  for (const ContactPoint& contact : problem_.Find(0.0)) contacts_.Add(contact, ws);
  contacts_.Evaluate(ws);
  contacts_.FindLevers(ws);
}

/// v_end_ := the velocity at the end without contacts. False if M is singular.
bool MdpStepper::FindMotion(double h, const State& state) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kDynamics);
  if (!problem_.Factor()) return false;
  response_.tree().SetZero();
  response_.tree().AddSymmetric(problem_.workspace().M, 1.0 / (h * h));
  if (!response_.Factor(contacts_)) return false;
  response_.FindResponse(contacts_);
  if (!dissipation_.Begin(contacts_, response_, h)) return false;
  problem_.AccelerateFreely(v_end_);
  v_end_ = state.v + h * v_end_;
  return true;
}

/// Contact forces by one quadratic program, and their effect on v_end_.
void MdpStepper::Dissipate(double h, StepReport& report) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kSolve);
  std::fill(contacts_.weights.begin(), contacts_.weights.end(), 0.0);
  displacement_ = h * v_end_;
  dissipation_.Differentiate(contacts_, response_, h, displacement_);
  program_.Form(contacts_, dissipation_.gradient(), dissipation_.curvature());
  report.residual = contact::LargerResidual(report.residual, program_.Solve(contacts_, 0.0));
  if (!(report.residual <= kToleratedResidual)) report.status = StepStatus::kNotConverged;
  program_.FindForceChanges(contacts_, forces_);
  contacts_.weights = program_.next();
  response_.Move(forces_, dx_);
  v_end_ += dx_ / h;
}

}  // namespace slipstick::nmdp
