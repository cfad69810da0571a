// Runs of simulations that can be cancelled.
#pragma once

#include "slipstick/core/stop_flag.h"
#include "slipstick/run/simulation.h"

namespace slipstick::experiments {

/// Steps until the end of the scene, a failed step, or `is_over()`, which is called before every step. True
/// if the end was reached without a failure. Throws Stopped.
template <class Predicate>
bool RunToEnd(Simulation& simulation, const StopFlag* stop, Predicate is_over) {
  while (!is_over() && simulation.StepOnce()) ThrowIfStopped(stop);
  return !is_over() && simulation.done() && !simulation.failed();
}

inline bool RunToEnd(Simulation& simulation, const StopFlag* stop) {
  return RunToEnd(simulation, stop, [] { return false; });
}

}  // namespace slipstick::experiments
