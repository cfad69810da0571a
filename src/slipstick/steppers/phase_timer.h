// Measures the time spent in each phase of a step. Without a timer a phase costs one comparison.
//
//   PhaseTimer timer;
//   stepper->set_timer(&timer);
//   ...
//   timer.seconds(Phase::kSolve) / timer.steps()
#pragma once

#include <array>
#include <chrono>
#include <cstdint>

namespace slipstick::steppers {

/// Phases that the steps of all methods have.
enum class Phase {
  kContacts,  ///< kinematics, contact detection, forces at one instant
  kDynamics,  ///< mass matrix, its factor, bias, inverse inertia of contacts
  kSolve,     ///< the method's own equations
};
inline constexpr int kNumPhases = 3;
inline const char* Name(Phase phase) {
  constexpr const char* kNames[kNumPhases] = {"contacts", "dynamics", "solve"};
  return kNames[static_cast<int>(phase)];
}

class PhaseTimer {
 public:
  void Add(Phase phase, double seconds) { seconds_[static_cast<int>(phase)] += seconds; }
  void AddStep(double seconds) {
    step_seconds_ += seconds;
    ++steps_;
  }

  /// Adds the phases of steps within a step, and resets their timer.
  void TakePhases(PhaseTimer& inner) {
    for (int i = 0; i < kNumPhases; ++i) seconds_[i] += inner.seconds_[i];
    inner = {};
  }

  double seconds(Phase phase) const { return seconds_[static_cast<int>(phase)]; }
  double step_seconds() const { return step_seconds_; }  ///< of whole steps: phases and everything else
  int64_t steps() const { return steps_; }

 private:
  std::array<double, kNumPhases> seconds_{};
  double step_seconds_ = 0.0;
  int64_t steps_ = 0;
};

/// Adds the time until the end of its scope to a timer; the timer may be null.
class ScopedPhase {
 public:
  ScopedPhase(PhaseTimer* timer, Phase phase) : timer_(timer), phase_(phase) {
    if (timer_ != nullptr) start_ = std::chrono::steady_clock::now();
  }
  ~ScopedPhase() {
    if (timer_ != nullptr)
      timer_->Add(phase_, std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count());
  }
  ScopedPhase(const ScopedPhase&) = delete;
  ScopedPhase& operator=(const ScopedPhase&) = delete;

 private:
  PhaseTimer* timer_;
  Phase phase_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace slipstick::steppers
