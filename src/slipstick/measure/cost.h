// Computing time of a step: of the stepper alone, on one thread, without controller and bookkeeping. It is
// measured over the windows of a reference run, so all methods and steps are timed at the same states.
#pragma once

#include <array>

#include "slipstick/measure/local_error.h"

namespace slipstick::measure {

struct Cost {
  double step_time = kUnknown;         ///< mean, s
  double real_time_factor = kUnknown;  ///< simulated time / time in the stepper
  /// Of a step, s. Measured in a separate pass, since reading the clock takes time.
  std::array<double, steppers::kNumPhases> phase_time = {kUnknown, kUnknown, kUnknown};
  double timed_step = kUnknown;  ///< a whole step in that pass, s

  void Visit(FieldVisitor& visit) {
    visit.Number("step_time", step_time);
    visit.Number("real_time_factor", real_time_factor);
    for (int i = 0; i < steppers::kNumPhases; ++i)
      visit.Number(steppers::Name(static_cast<steppers::Phase>(i)), phase_time[i]);
    visit.Number("timed_step", timed_step);
  }
};

/// Steps through every window `repeats` times and takes the shortest time, to reduce the influence of other
/// load. In long runs only some windows, evenly spread, are timed. Windows end at a failed step. Throws
/// Stopped.
Cost MeasureCost(Stepper& stepper, double dt, const ReferenceRun& reference, int repeats,
                 const StopFlag* stop = nullptr);

}  // namespace slipstick::measure
