#include "slipstick/core/duration_text.h"

#include <fmt/core.h>

#include <cmath>

namespace slipstick {
namespace {

/// A value that rounding has moved just below a unit stays in that unit: 1 ms, not 1000 µs.
constexpr double kAlmostOne = 0.9995;

}  // namespace

std::string DurationText(double seconds) {
  const double size = std::abs(seconds);
  if (size >= kAlmostOne || size == 0.0) return fmt::format("{:.4g} s", seconds);
  if (size >= kAlmostOne * 1e-3) return fmt::format("{:.4g} ms", 1e3 * seconds);
  return fmt::format("{:.4g} µs", 1e6 * seconds);
}

}  // namespace slipstick
