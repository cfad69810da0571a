#include "slipstick/measure/cost.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace slipstick::measure {
namespace {

/// Per repeat: about 0.1 s at 10 µs per step, enough for an accuracy of 1 %.
constexpr int kMaxTimedSteps = 8000;

int StrideOf(const ReferenceRun& reference, const WindowSteps& steps) {
  const int windows = std::max(1, kMaxTimedSteps / steps.count);
  return std::max(1, (reference.num_windows() + windows - 1) / windows);
}

struct TimedWindow {
  double seconds = std::numeric_limits<double>::infinity();
  int64_t steps = 0;
};

void TimeWindow(Stepper& stepper, const WindowSteps& window_steps, const ReferenceRun& reference, int k,
                TimedWindow& best) {
  State state = reference.states[k];
  int64_t steps = 0;
  const auto start = std::chrono::steady_clock::now();
  while (steps < window_steps.count &&
         contact::Advanced(stepper.Step(reference.actuations[k], window_steps.h, state).status))
    ++steps;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  best.seconds = std::min(best.seconds, seconds);
  best.steps = std::max<int64_t>(1, steps);  // a step that fails at once took time, too
}

/// One pass with the phases inside steps timed.
steppers::PhaseTimer TimePhases(Stepper& stepper, const WindowSteps& window_steps,
                                const ReferenceRun& reference, int stride) {
  steppers::PhaseTimer timer;
  stepper.set_timer(&timer);
  State state;
  for (int k = 0; k < reference.num_windows(); k += stride)
    StepThroughWindow(stepper, window_steps, reference, k, state);
  stepper.set_timer(nullptr);
  return timer;
}

}  // namespace

Cost MeasureCost(Stepper& stepper, double dt, const ReferenceRun& reference, int repeats,
                 const StopFlag* stop) {
  Cost cost;
  if (reference.num_windows() == 0) return cost;
  const WindowSteps window_steps = DivideWindow(reference.window, dt);
  const int stride = StrideOf(reference, window_steps);
  double seconds = 0.0;
  int64_t steps = 0;
  for (int k = 0; k < reference.num_windows(); k += stride) {
    ThrowIfStopped(stop);
    TimedWindow best;
    for (int i = 0; i < repeats; ++i) TimeWindow(stepper, window_steps, reference, k, best);
    seconds += best.seconds;
    steps += best.steps;
  }
  cost.step_time = seconds / static_cast<double>(steps);
  cost.real_time_factor = window_steps.h / cost.step_time;

  for (int i = 0; i < repeats; ++i) {
    ThrowIfStopped(stop);
    const steppers::PhaseTimer timer = TimePhases(stepper, window_steps, reference, stride);
    if (timer.steps() == 0) break;
    const double per_step = 1.0 / static_cast<double>(timer.steps());
    if (timer.step_seconds() * per_step >= cost.instrumented_step_time) continue;  // false while unknown
    cost.instrumented_step_time = timer.step_seconds() * per_step;
    for (int p = 0; p < steppers::kNumPhases; ++p)
      cost.phase_time[p] = timer.seconds(static_cast<steppers::Phase>(p)) * per_step;
  }
  return cost;
}

}  // namespace slipstick::measure
