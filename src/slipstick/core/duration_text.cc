#include "slipstick/core/duration_text.h"

#include <fmt/core.h>

#include <cmath>

namespace slipstick {

std::string DurationText(double seconds) {
  const double size = std::abs(seconds);
  if (size >= 1.0 || size == 0.0) return fmt::format("{:.4g} s", seconds);
  if (size >= 0.9995e-3) return fmt::format("{:.4g} ms", 1e3 * seconds);
  return fmt::format("{:.4g} µs", 1e6 * seconds);
}

}  // namespace slipstick
