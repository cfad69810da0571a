#include "slipstick/steppers/step_size_rule.h"

#include <algorithm>
#include <cmath>

namespace slipstick::steppers {
namespace {

/// Aims a little lower than the accuracy, so that the next step is not rejected by a hair.
constexpr double kSafety = 0.9;
/// An error says little about steps of quite another length.
constexpr double kMostShrinking = 0.1, kMostGrowth = 5.0;
/// Growth that is not worth a change.
constexpr double kLeastGrowth = 1.2;
/// A step that is rejected becomes shorter by no less than this.
constexpr double kLeastShrinking = 0.9;
/// A rest that is longer than wanted by less than this share is taken at once.
constexpr double kStretch = 1.001;

}  // namespace

/// By which the step would have to change to meet the accuracy, with safety.
double StepSizeRule::Factor(double error) const {
  if (!std::isfinite(error)) return kMostShrinking;
  if (error <= 0.0) return kMostGrowth;
  return std::clamp(kSafety * std::pow(accuracy_ / error, exponent_), kMostShrinking, kMostGrowth);
}

StepSizeRule::Verdict StepSizeRule::Judge(double error, double length) const {
  const double factor = Factor(error);
  if (!(error <= accuracy_)) return {false, std::min(factor, kLeastShrinking) * length};
  return {true, factor < kLeastGrowth ? length : factor * length};
}

double StepSizeRule::Cut(double wanted, double left) {
  if (left <= kStretch * wanted) return left;
  return left < 2.0 * wanted ? 0.5 * left : wanted;
}

}  // namespace slipstick::steppers
