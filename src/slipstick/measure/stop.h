// Cancellation of measurements: a flag is raised, and they end with the exception Stopped.
#pragma once

#include <atomic>

namespace slipstick::measure {

using StopFlag = std::atomic<bool>;

/// Thrown by a cancelled measurement. Results of completed measurements are kept.
struct Stopped {};

inline void ThrowIfStopped(const StopFlag* stop) {
  if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Stopped{};
}

}  // namespace slipstick::measure
