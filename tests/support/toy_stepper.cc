#include "support/toy_stepper.h"

#include "slipstick/steppers/registry.h"

namespace slipstick::support {

ToyStepper::ToyStepper(const World& world, const Options& options)
    : Stepper(world),
      options_(options),
      problem_(world, {.joints = contact::JointTreatment::kExplicit}),
      contacts_(problem_, {}) {
  dq_ = dv_ = Eigen::VectorXd::Zero(world.model().nv());
}

void ToyStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  problem_.Evaluate({&actuation, h, &state, &state.q, &state.v});
  contacts_.Evaluate();
  contacts_.ReportEnergy(report.energy);
  if (!problem_.Factor()) {
    report.status = StepStatus::kSingularMass;
    return;
  }
  problem_.Accelerate(contacts_.generalized_force(), dv_);
  dv_ = (state.v + h * dv_) / (1.0 + h * options_.drag) - state.v;
  dq_ = h * (state.v + dv_);
  problem_.Commit(contacts_.FindOutcomes({h, 1.0, dv_}), {dq_, dv_}, state, report);
  report.iterations = 1;
}

namespace {

// Registered before main, where GoogleTest instantiates parameterised tests.
const bool kToyIsRegistered = [] {
  steppers::RegisterStepper<ToyStepper>("toy", {"symplectic Euler with velocity decay",
                                                "docs/adding-a-stepper.md",
                                                1,
                                                steppers::ContactModel::kCompliant,
                                                steppers::FrictionModel::kAnchor,
                                                0,
                                                {"stiffness", "damping", "mu_static", "mu_kinetic"}});
  return true;
}();

}  // namespace
}  // namespace slipstick::support
