// Times of steps and control updates, computed from integer step numbers without drift.
#pragma once

#include <cstdint>

namespace slipstick::run {

/// The timeline of a run. With a control period, the step is the longest one up to dt that divides the
/// period; without, it is dt. The last step is shorter if the duration is not a multiple.
class StepPlan {
 public:
  /// All in seconds; dt and duration > 0, period 0 for none. With a period beyond the end of the run there
  /// is one update.
  StepPlan(double dt, double period, double duration);

  int64_t num_steps() const { return num_steps_; }
  double duration() const { return duration_; }
  /// Length of all steps except a shortened last one.
  double step() const { return h_; }
  int64_t steps_per_update() const { return per_update_; }

  double TimeOf(int64_t k) const;    ///< when step k begins
  double LengthOf(int64_t k) const;  ///< of step k
  bool IsUpdate(int64_t k) const { return k % per_update_ == 0; }
  bool is_last_shorter() const { return last_ != h_; }

 private:
  double WholeStepsTime(int64_t k) const;

  double h_, period_, duration_, last_;
  int64_t per_update_, num_steps_;
};

}  // namespace slipstick::run
