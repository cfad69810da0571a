#include "slipstick/run/simulation.h"

#include <fmt/core.h>

#include <chrono>

#include "slipstick/core/error.h"
#include "slipstick/steppers/error_controlled_stepper.h"
#include "slipstick/steppers/registry.h"

namespace slipstick::run {
namespace {

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::unique_ptr<Stepper> MakeStepperOf(const Scene& scene) {
  if (scene.accuracy == 0.0) return steppers::MakeStepper(scene.stepper, *scene.world, scene.options);
  return steppers::MakeErrorControlled(scene.stepper, *scene.world, scene.accuracy, scene.options);
}

}  // namespace

Simulation::Simulation(const Scene& scene)
    : Simulation(scene, ResumePoint{0, scene.initial, Actuation(scene.world->model())}) {}

Simulation::Simulation(const Scene& scene, const ResumePoint& point)
    : world_(scene.world),
      controller_(scene.controls),
      stepper_(MakeStepperOf(scene)),
      plan_(scene.dt, scene.control_period, scene.duration),
      state_(point.state),
      actuation_(point.actuation),
      next_(point.step) {
  const Model& model = world_->model();
  model.CheckConfigurationSize(static_cast<int>(state_.q.size()), "q of the resume point");
  model.CheckVelocitySize(static_cast<int>(state_.v.size()), "v of the resume point");
  if (next_ < 0 || next_ > plan_.num_steps() || plan_.TimeOf(next_) != state_.t)
    throw InputError(fmt::format("cannot resume from step {} at t = {} s: this run has {} steps of {} s.",
                                 next_, state_.t, plan_.num_steps(), plan_.step()));
}

/// One control update, if it is due, and one step.
const StepReport& Simulation::Advance(double h) {
  const double start = Now();
  if (IsUpdate()) {
    controller_->Update(state_, actuation_);
    control_ = controller_->report();
    control_time_ += Now() - start;
  }
  const StepReport& report = stepper_->Step(actuation_, h, state_);
  wall_time_ += Now() - start;
  return report;
}

ResumePoint Simulation::resume_point() const {
  const bool shortened = done() && plan_.is_last_shorter() && before_shortened_.q.size() > 0;
  if (shortened) return {next_ - 1, before_shortened_, actuation_};
  return {next_, state_, actuation_};
}

bool Simulation::StepOnce() {
  if (done() || failed_) return false;
  if (!observers_.empty()) before_ = state_;
  const double h = plan_.LengthOf(next_);
  if (h != plan_.step()) before_shortened_ = state_;
  const control::ControlReport* control = IsUpdate() ? &control_ : nullptr;
  const StepReport& report = Advance(h);

  status_ = report.status;
  failed_ = !contact::Advanced(status_);
  const int64_t number = next_;
  if (!failed_) state_.t = plan_.TimeOf(++next_);  // from integers: sums of h would drift
  for (const Observer& observer : observers_)
    observer({number, h, before_, state_, actuation_, report, control});
  return !failed_;
}

void Simulation::RunTo(double t, const StopFlag* stop) {
  while (!done() && plan_.TimeOf(next_) < t && StepOnce()) ThrowIfStopped(stop);
}

}  // namespace slipstick::run
