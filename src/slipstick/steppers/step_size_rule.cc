#include "slipstick/steppers/step_size_rule.h"

#include <algorithm>
#include <cmath>

namespace slipstick::steppers {
namespace {

/// Aims slightly below the accuracy, to avoid rejecting the next step.
constexpr double kSafety = 0.9;
/// Limits on the change of the step: an error does not predict that of much longer or shorter steps.
constexpr double kMaxShrinking = 0.1, kMaxGrowth = 5.0;
/// Smaller growth is ignored.
constexpr double kMinGrowth = 1.2;
/// A rejected step is shortened at least by this factor.
constexpr double kMinShrinking = 0.9;
/// A remainder up to this factor times the wanted length is taken in one step.
constexpr double kStretch = 1.001;

}  // namespace

/// The factor by which the step should change to meet the accuracy, with a safety margin.
double StepSizeRule::Factor(double error) const {
  if (!std::isfinite(error)) return kMaxShrinking;
  if (error <= 0.0) return kMaxGrowth;
  return std::clamp(kSafety * std::pow(accuracy_ / error, exponent_), kMaxShrinking, kMaxGrowth);
}

StepSizeRule::Verdict StepSizeRule::Judge(double error, double length) const {
  const double factor = Factor(error);
  if (!(error <= accuracy_)) return {false, std::min(factor, kMinShrinking) * length};
  return {true, factor < kMinGrowth ? length : factor * length};
}

double StepSizeRule::Truncate(double wanted, double left) {
  if (left <= kStretch * wanted) return left;
  return left < 2.0 * wanted ? 0.5 * left : wanted;
}

}  // namespace slipstick::steppers
