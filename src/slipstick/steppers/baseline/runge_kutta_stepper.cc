#include "slipstick/steppers/baseline/runge_kutta_stepper.h"

namespace slipstick::baseline {

RungeKuttaStepper::RungeKuttaStepper(const World& world, const Options& options,
                                     steppers::ButcherTableau tableau)
    : Stepper(world),
      method_(world.model(), std::move(tableau)),
      problem_(world, {.joints = contact::JointTreatment::kExplicit,
                       .force_point = contact::ForcePointOf(options.contact.law)}),
      contacts_(problem_, options.contact),
      stage_displacement_(Eigen::VectorXd::Zero(world.model().nv())) {}

void RungeKuttaStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  for (int i = 0; i < method_.stages(); ++i) {
    method_.BeginStage(i, h, state);
    if (EvaluateStage(i, actuation, h, state, report)) continue;
    report.status = i == 0 ? StepStatus::kSingularMass : StepStatus::kDiverged;
    return;
  }
  report.iterations = report.evaluations = method_.stages();
  method_.Finish(h, state);
}

/// The acceleration of a stage. Anchors are constant during all stages, including those of new contacts, and
/// slip moves them at the end: `after` holds the memory after a step with the forces of the first stage.
bool RungeKuttaStepper::EvaluateStage(int i, const Actuation& actuation, double h, State& state,
                                      StepReport& report) {
  {
    const steppers::ScopedPhase timing(timer(), steppers::Phase::kContacts);
    problem_.Evaluate({&actuation, h, &state, &method_.q(), &method_.v()});
    contacts_.Evaluate();
    if (i == 0) contacts_.ReportEnergy(report.energy);
  }
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kDynamics);
  if (!problem_.Factor()) return false;
  problem_.Accelerate(contacts_.generalized_force(), method_.acceleration());
  const View<const contact::ContactOutcome> outcomes = contacts_.FindOutcomes({h});
  problem_.ReportStage(outcomes, method_.v(), method_.weight(i), report);
  if (i > 0) return true;
  stage_displacement_ = h * method_.v();
  problem_.StoreMemory(outcomes, stage_displacement_, method_.after);
  state.contacts.clear();
  contact::StoreContacts(world(), contacts_.FindOutcomes({0.0}), problem_.workspace(), state.contacts);
  return true;
}

}  // namespace slipstick::baseline
