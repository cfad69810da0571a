// The local error of Hammoud et al. 2022 (expo), VI-A: the difference from a reference run at the end of one
// window.
//
// At the beginning of every window the state, including contact memory, is reset to that of the reference
// run. The actuation of the reference run is held, and the method steps to the end of the window. Steppers
// keep no state between calls, so this reset is complete. (In the program of the authors, forces of the step
// before a reset remained and counted twice for explicit methods.)
#pragma once

#include "slipstick/core/fields.h"
#include "slipstick/measure/reference_run.h"
#include "slipstick/measure/unknown.h"
#include "slipstick/steppers/stepper.h"

namespace slipstick::measure {

struct LocalError {
  double mean = kUnknown, max = kUnknown;  ///< over windows; unknown if a window failed
  int failed_windows = 0;
  bool has_reference = false;  ///< false if the reference run is incomplete
  std::vector<double> series;  ///< per window; unknown where a step failed

  void Visit(FieldVisitor& visit) {
    visit.Number("mean", mean);
    visit.Number("max", max);
    visit.Integer("failed_windows", failed_windows);
    visit.Flag("has_reference", has_reference);
    visit.Series("series", series);
  }
};

/// Uses the longest step up to dt that divides the window. Throws Stopped.
LocalError MeasureLocalError(Stepper& stepper, double dt, const ReferenceRun& reference,
                             const StopFlag* stop = nullptr);

/// Steps through window k, from the state of the reference. False if a step failed; `state` is then the last
/// state.
bool StepThroughWindow(Stepper& stepper, const WindowSteps& steps, const ReferenceRun& reference, int k,
                       State& state);

}  // namespace slipstick::measure
