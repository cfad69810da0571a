// When steps and control updates happen. All times come from whole numbers of steps, so that none drifts.
#pragma once

#include <cstdint>

namespace slipstick::run {

/// The timeline of a run. With a control period, steps are equal parts of it, as long as dt allows; without,
/// they are dt long. The last one is shorter if the duration asks for it.
class StepPlan {
 public:
  /// All in seconds; dt and duration > 0, period 0 for none. A period beyond the end of the run is never
  /// reached.
  StepPlan(double dt, double period, double duration);

  int64_t num_steps() const { return num_steps_; }
  double duration() const { return duration_; }
  /// Length of all steps but a shortened last one.
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
