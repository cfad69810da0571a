// Cooperative cancellation: one thread raises a flag, a long computation checks it and leaves by an
// exception.
#pragma once

#include <atomic>

namespace slipstick {

using StopFlag = std::atomic<bool>;

/// Thrown by a computation that found its flag raised. Not an error, so not a std::exception.
struct Stopped {};

/// A null pointer means that the computation cannot be stopped.
inline void ThrowIfStopped(const StopFlag* stop) {
  if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Stopped{};
}

}  // namespace slipstick
