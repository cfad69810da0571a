#include "slipstick/steppers/baseline/euler_stepper.h"

namespace slipstick::baseline {

EulerStepper::EulerStepper(const World& world, const Options& options)
    : Stepper(world),
      phi_(options.semi_implicit ? 1.0 : 0.5),
      problem_(world, {.joints = options.implicit_joints ? contact::JointTreatment::kImplicit
                                                         : contact::JointTreatment::kExplicit,
                       .phi = phi_,
                       .force_point = contact::ForcePointOf(options.contact.law)}),
      contacts_(problem_, options.contact) {
  a_ = dq_ = dv_ = Eigen::VectorXd::Zero(world.model().nv());
}

void EulerStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  {
    const steppers::ScopedPhase timing(timer(), steppers::Phase::kContacts);
    problem_.Evaluate({&actuation, h, &state, &state.q, &state.v});
    contacts_.Evaluate();  // (2), (21), (22)
    contacts_.ReportEnergy(report.energy);
  }
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kDynamics);
  do {
    if (!problem_.Factor()) {
      report.status = StepStatus::kSingularMass;
      return;
    }
    problem_.Accelerate(contacts_.generalized_force(), a_);  // (1)
    dv_ = h * a_;                                            // (34)
    dq_ = h * (state.v + phi_ * dv_);
  } while (problem_.Revise(dq_, dv_));
  problem_.Commit(contacts_.FindOutcomes({h, phi_, dv_}), {dq_, dv_}, state, report);
  report.iterations = 1;
  report.evaluations = 1;
}

}  // namespace slipstick::baseline
