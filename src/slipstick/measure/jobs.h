// Runs jobs on several threads.
#pragma once

#include <functional>
#include <vector>

#include "slipstick/core/stop_flag.h"

namespace slipstick::measure {

/// Runs all jobs, `threads` at a time, started in the order given. Jobs must not write shared data, so that
/// results do not depend on the number of threads. After each job `done` is called, under a lock. After an
/// exception no further jobs start; the first exception is rethrown when the running ones have ended. Stopped
/// is thrown the same way if the flag is raised.
void RunJobs(const std::vector<std::function<void()>>& jobs, int threads, const StopFlag* stop,
             const std::function<void()>& done);

/// Number of hardware threads; at least 1.
int NumCores();

}  // namespace slipstick::measure
