// The local error of paper 000, VI-A: how far a method strays from the truth during one window.
//
// At the beginning of every window the state is put where the truth is, the whole of it, memory of contacts
// included; the truth's actuation is held, and the method steps to the end of the window. A stepper owns
// nothing that survives a call, so there is nothing else to put back: every method gets its due. (In the
// program behind the paper a reset left forces of the step before behind, which counted twice for explicit
// methods.)
#pragma once

#include "slipstick/core/fields.h"
#include "slipstick/measure/truth.h"
#include "slipstick/measure/unknown.h"
#include "slipstick/steppers/stepper.h"

namespace slipstick::measure {

struct LocalError {
  double mean = kUnknown, max = kUnknown;  ///< over windows; unknown if a window could not be stepped through
  int failed_windows = 0;
  bool has_truth = false;      ///< false if there is none to measure against
  std::vector<double> series;  ///< per window; unknown where a step failed

  void Visit(FieldVisitor& visit) {
    visit.Number("mean", mean);
    visit.Number("max", max);
    visit.Integer("failed_windows", failed_windows);
    visit.Flag("has_truth", has_truth);
    visit.Series("series", series);
  }
};

/// The stepper takes steps of at most dt that divide the window. Throws Stopped.
LocalError MeasureLocalError(Stepper& stepper, double dt, const Truth& truth, const StopFlag* stop = nullptr);

/// Steps through window k of the truth, from the truth's state. False if a step failed; state is then where
/// it failed.
bool StepThroughWindow(Stepper& stepper, const WindowSteps& steps, const Truth& truth, int k, State& state);

}  // namespace slipstick::measure
