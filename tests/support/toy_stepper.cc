#include "support/toy_stepper.h"

#include "slipstick/dynamics/configuration.h"
#include "slipstick/steppers/registry.h"

namespace slipstick::support {

ToyStepper::ToyStepper(const World& world, const Options& options)
    : Stepper(world), options_(options), motion_(world, {}) {
  v_end_ = displacement_ = path_ = Eigen::VectorXd::Zero(world.model().nv());
}

void ToyStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  if (!motion_.Evaluate(actuation, state.q, state.v, state)) {
    report.status = StepStatus::kSingularMass;
    return;
  }
  motion_.ReportEnergy(state.v, report.energy);
  const Eigen::Map<const Eigen::VectorXd> a(motion_.acceleration().data(), state.v.size());
  v_end_ = (state.v + h * a) / (1.0 + h * options_.drag);
  displacement_ = h * v_end_;
  path_ = (0.5 * h) * (state.v + v_end_);
  motion_.AddWork(displacement_, path_, 1.0, report.energy);
  motion_.ReportContacts(h, 1.0, laws::EvaluatedAt::kStart, displacement_, {}, report);
  motion_.StoreMemory(state.q, state.v, h, laws::EvaluatedAt::kStart, state);
  state.v = v_end_;
  dynamics::Integrate<double>(world().model(), state.q, displacement_, View<double>(state.q));
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
