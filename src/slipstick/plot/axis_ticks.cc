#include "slipstick/plot/axis_ticks.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace slipstick::plot {
namespace {

constexpr double kMaxSteps = 7.0;         // between labelled ticks of a linear axis
constexpr double kFewDecades = 1.5;       // up to here a log axis also labels 2 and 5
constexpr int kMaxLabelledDecades = 7;    // beyond, only every second, third, ... power of ten
constexpr int kLongestPlainDecade = 4;    // 10000 is printed as such, 10⁵ with an exponent
constexpr int kShortestPlainDecade = -3;  // as 0.001
constexpr double kFlat = 1e-9;            // relative difference below which data count as one value
constexpr double kSmallestSpan = 1e-290;  // far from where a step would underflow
constexpr double kSlack = 1e-9;           // fraction of a step by which rounding may exceed a tick

/// The step of 1, 2 or 5 times a power of ten that covers the span in at most kMaxSteps.
double NiceStep(double span) {
  const double raw = span / kMaxSteps;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= raw) return factor * power;
  return 10.0 * power;
}

/// Enough digits to distinguish neighbouring ticks, without rounding noise.
int NumDigits(double step, double largest_magnitude) {
  const int needed =
      static_cast<int>(std::floor(std::log10(largest_magnitude)) - std::floor(std::log10(step))) + 1;
  return std::clamp(needed, 6, 15);
}

AxisTicks::Labelled DecadeTick(int decade) {
  const double value = std::pow(10.0, decade);
  if (decade >= kShortestPlainDecade && decade <= kLongestPlainDecade)
    return {value, fmt::format("{:.{}f}", value, std::max(0, -decade)), ""};
  return {value, "10", fmt::format("{}{}", decade < 0 ? "−" : "", std::abs(decade))};
}

/// The largest of 1, 2 and 5 times a power of ten that is <= value (or, upwards, the smallest that is >=
/// value).
double NiceLogBound(double value, bool upwards) {
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  const double slack = upwards ? 1.0 + kSlack : 1.0 - kSlack;
  if (upwards) {
    for (const double factor : {1.0, 2.0, 5.0})
      if (factor * power * slack >= value) return factor * power;
    return 10.0 * power;
  }
  for (const double factor : {5.0, 2.0})
    if (factor * power * slack <= value) return factor * power;
  return power;
}

}  // namespace

AxisTicks LinearTicks(double smallest, double largest) {
  const double magnitude = std::max(std::abs(smallest), std::abs(largest));
  if (largest - smallest <= std::max(kFlat * magnitude, kSmallestSpan)) {
    const double margin = magnitude > kSmallestSpan ? 0.5 * magnitude : 1.0;
    smallest -= margin, largest += margin;
  }
  const double step = NiceStep(largest - smallest);
  // Ticks are multiples of the step by a whole number: adding the step again and again would drift.
  const double first = std::floor(smallest / step + kSlack), last = std::ceil(largest / step - kSlack);
  AxisTicks ticks{first * step, last * step, {}, {}};
  const int digits = NumDigits(step, std::max(std::abs(ticks.lower), std::abs(ticks.upper)));
  for (int k = 0; k <= static_cast<int>(last - first); ++k) {
    const double value = (first + k) * step + 0.0;  // + 0.0 turns -0 into 0
    ticks.labelled.push_back({value, fmt::format("{:.{}g}", value, digits), ""});
  }
  return ticks;
}

AxisTicks LogTicks(double smallest, double largest) {
  AxisTicks ticks{NiceLogBound(smallest, false), NiceLogBound(largest, true), {}, {}};
  if (ticks.lower == ticks.upper) ticks.lower *= 0.5, ticks.upper *= 2.0;
  const double decades = std::log10(ticks.upper) - std::log10(ticks.lower);
  const int every = 1 + static_cast<int>(decades) / (kMaxLabelledDecades + 1);
  const int first = static_cast<int>(std::floor(std::log10(ticks.lower) + kSlack));
  const int last = static_cast<int>(std::ceil(std::log10(ticks.upper) - kSlack));
  const auto inside = [&](double value) {
    return value >= ticks.lower * (1.0 - kSlack) && value <= ticks.upper * (1.0 + kSlack);
  };
  for (int decade = first; decade <= last; ++decade) {
    const double power = std::pow(10.0, decade);
    if (inside(power) && decade % every == 0) ticks.labelled.push_back(DecadeTick(decade));
    for (int factor = 2; every == 1 && factor <= 9; ++factor) {
      if (!inside(factor * power)) continue;
      const bool label = decades <= kFewDecades && (factor == 2 || factor == 5);
      if (label)
        ticks.labelled.push_back({factor * power, fmt::format("{:g}", factor * power), ""});
      else
        ticks.minor.push_back(factor * power);
    }
  }
  return ticks;
}

}  // namespace slipstick::plot
