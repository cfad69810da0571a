#include "slipstick/steppers/baseline/euler_stepper.h"

#include "slipstick/dynamics/configuration.h"

namespace slipstick::baseline {

EulerStepper::EulerStepper(const World& world, const Options& options)
    : Stepper(world), options_(options), motion_(world, options.contact), displacement_(world.model().nv()) {}

void EulerStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  bool regular = motion_.Evaluate(actuation, state.q, state.v, state, timer());  // (1), (2), (21), (22)
  motion_.ReportEnergy(state.v, report.energy);
  motion_.ReportContacts(report.contacts);
  const double forward = options_.semi_implicit ? h * h : 0.5 * h * h;
  if (options_.implicit_joints)
    regular = motion_.AccelerateWithImplicitJoints(actuation, h, forward, state.v);
  if (!regular) {
    report.status = StepStatus::kSingularMass;
    return;
  }
  motion_.StoreMemory(state.q, state.v, h, laws::EvaluatedAt::kStart, state);  // premise of (27)
  const Eigen::Map<const Eigen::VectorXd> a(motion_.acceleration().data(), state.v.size());
  displacement_ = h * state.v + forward * a;
  state.v += h * a;  // (34)
  dynamics::Integrate<double>(world().model(), state.q, displacement_, View<double>(state.q));
  motion_.AddWork(displacement_, 1.0, report.energy);
  report.iterations = 1;
  report.evaluations = 1;
}

}  // namespace slipstick::baseline
