// How measurements end early: somebody raises a flag, and they leave by an exception that is no error.
#pragma once

#include <atomic>

namespace slipstick::measure {

using StopFlag = std::atomic<bool>;

/// Thrown out of a measurement that was told to stop. What was measured before is kept.
struct Stopped {};

inline void ThrowIfStopped(const StopFlag* stop) {
  if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Stopped{};
}

}  // namespace slipstick::measure
