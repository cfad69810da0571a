// What a step costs. Measured in the stepper alone, on one thread, over the windows of a truth, so that every
// method and every step is timed at the same states; controller and bookkeeping are not in it.
#pragma once

#include <array>

#include "slipstick/measure/local_error.h"

namespace slipstick::measure {

struct Cost {
  double step_time = kUnknown;         ///< mean, s
  double real_time_factor = kUnknown;  ///< simulated time / time in the stepper
  /// Of a step, s, from a pass of its own, since looking at the clock takes time, too.
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

/// Every window is stepped through `repeats` times and its least time counts, so that whatever else the
/// machine does disturbs little. Of long runs, windows spread over all of it are timed. Windows end at a step
/// that fails. Throws Stopped.
Cost MeasureCost(Stepper& stepper, double dt, const Truth& truth, int repeats,
                 const StopFlag* stop = nullptr);

}  // namespace slipstick::measure
