// Recordings of runs, from the start and resumed.
#pragma once

#include <limits>

#include "slipstick/run/recorded_run.h"
#include "slipstick/run/simulation.h"

namespace slipstick::support {

/// Records the run from its start to the first step at or after `until` (s), or to its end.
inline Recording RecordRun(const Scene& scene, double until = std::numeric_limits<double>::infinity()) {
  Simulation simulation(scene);
  run::RunRecorder recorder(scene, simulation, "test");
  simulation.RunTo(until);
  return recorder.Finish();
}

/// Resumes the run of a recording, runs to its end, and returns the whole run.
inline Recording ResumeRun(const Scene& scene, const Recording& so_far) {
  Simulation simulation(scene, run::RecordedResumePoint(so_far, "test"));
  run::RunRecorder recorder(scene, simulation, "test", so_far);
  simulation.Run();
  return recorder.Finish();
}

}  // namespace slipstick::support
