#include "slipstick/run/step_plan.h"

#include <algorithm>
#include <cmath>

namespace slipstick::run {
namespace {

/// Quotients that differ from an integer only by rounding (3 s / 1 ms) count as that integer.
constexpr double kRounding = 1e-9;

/// More steps than a run can have; integers up to here are exact as doubles.
constexpr double kMaxCountable = 1e15;

/// At most kMaxCountable, so that the cast is defined.
int64_t Ceil(double quotient) {
  if (!(quotient < kMaxCountable)) return static_cast<int64_t>(kMaxCountable);
  const double nearest = std::round(quotient);
  const bool is_whole = std::abs(quotient - nearest) <= kRounding * std::max(1.0, nearest);
  return static_cast<int64_t>(is_whole ? nearest : std::ceil(quotient));
}

}  // namespace

StepPlan::StepPlan(double dt, double period, double duration)
    : h_(dt), period_(period > 0.0 ? std::min(period, kMaxCountable * dt) : dt), duration_(duration) {
  per_update_ = Ceil(period_ / dt);
  if (per_update_ < 1) per_update_ = 1;
  h_ = period_ / static_cast<double>(per_update_);
  num_steps_ = Ceil(duration / h_);
  if (num_steps_ < 1) num_steps_ = 1;
  last_ = h_;
  if (const double left = duration - WholeStepsTime(num_steps_ - 1);
      left < h_ * (1.0 - kRounding * num_steps_))
    last_ = left;
}

double StepPlan::WholeStepsTime(int64_t k) const {
  const int64_t updates = k / per_update_, steps = k % per_update_;
  return static_cast<double>(updates) * period_ + static_cast<double>(steps) * h_;
}

double StepPlan::TimeOf(int64_t k) const {
  return k >= num_steps_ && is_last_shorter() ? duration_ : WholeStepsTime(k);
}

double StepPlan::LengthOf(int64_t k) const { return k == num_steps_ - 1 ? last_ : h_; }

}  // namespace slipstick::run
