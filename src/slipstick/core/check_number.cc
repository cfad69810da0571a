#include "slipstick/core/check_number.h"

#include <fmt/core.h>

#include <cmath>

#include "slipstick/core/error.h"

namespace slipstick {

void CheckPositive(double value, const char* what, const char* name, const char* unit) {
  if (!std::isfinite(value) || value <= 0.0)
    throw InputError(fmt::format("{}: {} = {} {}, must be a finite number > 0.", what, name, value, unit));
}

void CheckNotNegative(double value, const char* what, const char* name, const char* unit) {
  if (!std::isfinite(value) || value < 0.0)
    throw InputError(fmt::format("{}: {} = {} {}, must be a finite number >= 0.", what, name, value, unit));
}

void CheckWhole(int value, int lower, int upper, const char* what, const char* name) {
  if (value < lower || value > upper)
    throw InputError(fmt::format("{}: {} = {}, must be {} to {}.", what, name, value, lower, upper));
}

}  // namespace slipstick
