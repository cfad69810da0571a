// Computing time of a step: of the stepper alone, on one thread, without controller and bookkeeping. It is
// measured over the windows of a reference run (reference_run.h), so all methods and steps are timed at the
// same states.
#pragma once

#include <array>

#include "slipstick/measure/local_error.h"

namespace slipstick::measure {

inline std::array<double, steppers::kNumPhases> UnknownPhaseTimes() {
  std::array<double, steppers::kNumPhases> times{};
  times.fill(kUnknown);
  return times;
}

struct Cost {
  double step_time = kUnknown;         ///< mean over all timed steps, s
  double real_time_factor = kUnknown;  ///< simulated time / time in the stepper
  /// Mean time of each phase of a step, s. Measured in a separate pass, since reading the clock takes time.
  std::array<double, steppers::kNumPhases> phase_time = UnknownPhaseTimes();
  double instrumented_step_time = kUnknown;  ///< mean time of a whole step in that pass, s

  void Visit(FieldVisitor& visit) {
    visit.Number("step_time", step_time);
    visit.Number("real_time_factor", real_time_factor);
    for (int i = 0; i < steppers::kNumPhases; ++i)
      visit.Number(steppers::Name(static_cast<steppers::Phase>(i)), phase_time[i]);
    visit.Number("instrumented_step_time", instrumented_step_time);
  }
};

/// Steps through every window `repeats` times and takes the shortest time of each, to reduce the influence of
/// other load. In long runs only some windows, evenly spread, are timed. Windows end at a failed step. Throws
/// Stopped.
Cost MeasureCost(Stepper& stepper, double dt, const ReferenceRun& reference, int repeats,
                 const StopFlag* stop = nullptr);

}  // namespace slipstick::measure
