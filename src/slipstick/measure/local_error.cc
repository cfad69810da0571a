#include "slipstick/measure/local_error.h"

#include <algorithm>

namespace slipstick::measure {

bool StepThroughWindow(Stepper& stepper, const WindowSteps& steps, const ReferenceRun& reference, int k,
                       State& state) {
  state = reference.states[k];
  for (int i = 0; i < steps.count; ++i)
    if (!contact::Advanced(stepper.Step(reference.actuations[k], steps.h, state).status)) return false;
  return true;
}

LocalError MeasureLocalError(Stepper& stepper, double dt, const ReferenceRun& reference,
                             const StopFlag* stop) {
  LocalError error;
  error.has_reference = reference.complete;
  if (!reference.complete) return error;
  const WindowSteps steps = DivideWindow(reference.window, dt);
  const Model& model = stepper.world().model();
  State state;
  for (int k = 0; k < reference.num_windows(); ++k) {
    ThrowIfStopped(stop);
    const bool done = StepThroughWindow(stepper, steps, reference, k, state);
    error.series.push_back(done ? StateDistance(model, state, reference.states[k + 1]) : kUnknown);
    if (!done) ++error.failed_windows;
  }
  if (error.failed_windows > 0) return error;
  double sum = 0.0;
  for (const double e : error.series) sum += e;
  error.mean = sum / static_cast<double>(error.series.size());
  error.max = *std::max_element(error.series.begin(), error.series.end());
  return error;
}

}  // namespace slipstick::measure
