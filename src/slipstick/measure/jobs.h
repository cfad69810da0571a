// Many jobs on several cores.
#pragma once

#include <functional>
#include <vector>

#include "slipstick/measure/stop.h"

namespace slipstick::measure {

/// Does all jobs, `threads` at a time, begun in the order given. Each must write only what is its own, so
/// that results do not depend on the number of threads. After each, `done` is called, never two at once. The
/// first exception of a job keeps others from beginning and is thrown again when those under way have ended;
/// so is Stopped if the flag was raised meanwhile.
void RunJobs(const std::vector<std::function<void()>>& jobs, int threads, const StopFlag* stop,
             const std::function<void()>& done);

/// As many as the machine can run at once; at least one.
int NumCores();

}  // namespace slipstick::measure
