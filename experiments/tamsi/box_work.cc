#include "experiments/tamsi/box_work.h"

#include <fmt/core.h>

#include <cmath>
#include <memory>

#include "experiments/tamsi/driven_box.h"
#include "slipstick/steppers/baseline/implicit_euler_stepper.h"
#include "slipstick/steppers/error_controlled_stepper.h"
#include "slipstick/steppers/registry.h"

namespace slipstick::tamsi_experiments {
namespace {

constexpr double kShortestSubstep = 1e-9;  // s

/// Implicit Euler with the driving force of the end of every step; its error estimate also uses that of the
/// start.
class DrivenEuler : public Stepper {
 public:
  DrivenEuler(const World& world, const FieldValues& options)
      : Stepper(world),
        inner_(steppers::MakeStepper("implicit-euler", world, options)),
        first_(world.model()),
        last_(world.model()) {
    static_cast<baseline::ImplicitEulerStepper&>(*inner_).set_first_actuation(&first_);
  }

 private:
  void Advance(const Actuation&, double h, State& state, StepReport& report) override {
    first_.tau(0) = BoxForce(state.t);
    last_.tau(0) = BoxForce(state.t + h);
    const double t = state.t;
    report = inner_->Step(last_, h, state);
    state.t = t;  // Stepper::Step counts the time
  }

  std::unique_ptr<Stepper> inner_;
  Actuation first_, last_;
};

/// Tries the remaining time as one step; after a failure retries with half the step.
void StepWithConvergenceControl(const Actuation& actuation, double left, Stepper& stepper, State& state,
                                WorkPoint& point) {
  while (left > 0.0) {
    const State before = state;
    for (double substep = left;; substep *= 0.5) {
      const StepReport& report = stepper.Step(actuation, substep, state);
      point.work += report.evaluations;
      if (report.status == StepStatus::kOk || substep < kShortestSubstep) {
        left -= substep;
        ++point.steps;
        break;
      }
      ++point.failed_steps;
      state = before;
    }
  }
}

void AddError(const State& before, const State& after, WorkPoint& point) {
  const double error = after.v(0) - BoxVelocityAt(after.t, before.t, before.v(0));
  point.error += error * error;
}

/// Calls advance(state) for every window; it advances the box to the end of the window.
template <class Advance>
void DoWindows(BoxWorld& box, WorkPoint& point, const StopFlag* stop, Advance&& advance) {
  const int windows = static_cast<int>(std::lround(kWorkDuration / kErrorWindow));
  point = {0.0, 0.0, 0, 0};
  for (int window = 0; window < windows; ++window) {
    ThrowIfStopped(stop);
    const State before = box.state;
    advance(box.state);
    AddError(before, box.state, point);
  }
  point.error = std::sqrt(point.error / windows);
}

FieldValues WithTolerance(FieldValues options, double accuracy) {
  options["tolerance"] = fmt::format("{}", kNewtonFraction * accuracy);
  return options;
}

}  // namespace

void WorkPoint::Visit(FieldVisitor& visit) {
  visit.Number("error", error);
  visit.Number("work", work);
  visit.Integer("steps", steps);
  visit.Integer("failed_steps", failed_steps);
}

WorkPoint MeasureFixedSteps(const measure::Method& method, int steps_per_window, const StopFlag* stop) {
  BoxWorld box;
  DrivenEuler stepper(*box.world, WithTolerance(method.options, kFixedStepAccuracy));
  WorkPoint point;
  DoWindows(box, point, stop, [&](State& state) {
    for (int k = 0; k < steps_per_window; ++k)
      StepWithConvergenceControl(box.actuation, kErrorWindow / steps_per_window, stepper, state, point);
  });
  return point;
}

WorkPoint MeasureErrorControl(const measure::Method& method, double accuracy, const StopFlag* stop) {
  BoxWorld box;
  FieldValues options = WithTolerance(method.options, accuracy);
  options["error_estimate"] = "true";
  steppers::ErrorControlledStepper stepper(std::make_unique<DrivenEuler>(*box.world, options),
                                           {.accuracy = accuracy});
  WorkPoint point;
  DoWindows(box, point, stop, [&](State& state) {
    const StepReport& report = stepper.Step(box.actuation, kErrorWindow, state);
    point.work += report.evaluations;
    point.steps += report.substeps;
    point.failed_steps += report.rejected;
  });
  return point;
}

WorkPoint MeasureRungeKutta(const StopFlag* stop) {
  BoxWorld box;
  const auto stepper = steppers::MakeStepper("rk4", *box.world, {{"law", "regularized"}});
  const auto steps = std::lround(kErrorWindow / kRungeKuttaStep);
  const double h = kErrorWindow / static_cast<double>(steps);
  WorkPoint point;
  DoWindows(box, point, stop, [&](State& state) {
    for (int64_t k = 0; k < steps; ++k) {
      box.ApplyForceAt(state.t + 0.5 * h);  // constant within a step: the middle is right to second order
      point.work += stepper->Step(box.actuation, h, state).evaluations;
      ++point.steps;
    }
  });
  return point;
}

}  // namespace slipstick::tamsi_experiments
