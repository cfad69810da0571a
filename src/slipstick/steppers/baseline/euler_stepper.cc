#include "slipstick/steppers/baseline/euler_stepper.h"

#include "slipstick/dynamics/configuration.h"

namespace slipstick::baseline {

EulerStepper::EulerStepper(const World& world, const Options& options)
    : Stepper(world),
      options_(options),
      motion_(world, options.contact),
      displacement_(world.model().nv()),
      path_(world.model().nv()) {}

void EulerStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  bool regular = motion_.Evaluate(actuation, state.q, state.v, state, timer());  // (1), (2), (21), (22)
  motion_.ReportEnergy(state.v, report.energy);
  const double forward = options_.semi_implicit ? h * h : 0.5 * h * h;
  if (options_.implicit_joints)
    regular = motion_.AccelerateWithImplicitJoints(actuation, h, forward, state.v);
  if (!regular) {
    report.status = StepStatus::kSingularMass;
    return;
  }
  const Eigen::Map<const Eigen::VectorXd> a(motion_.acceleration().data(), state.v.size());
  displacement_ = h * state.v + forward * a;
  path_ = h * state.v + (0.5 * h * h) * a;
  motion_.AddWork(displacement_, path_, 1.0, report.energy);
  motion_.ReportContacts(h, 1.0, laws::EvaluatedAt::kStart, displacement_, {}, report);
  motion_.StoreMemory(state.q, state.v, h, laws::EvaluatedAt::kStart, state);  // premise of (27)
  state.v += h * a;                                                            // (34)
  dynamics::Integrate<double>(world().model(), state.q, displacement_, View<double>(state.q));
  report.iterations = 1;
  report.evaluations = 1;
}

}  // namespace slipstick::baseline
