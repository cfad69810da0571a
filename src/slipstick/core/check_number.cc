#include "slipstick/core/check_number.h"

#include <fmt/core.h>

#include <cmath>

#include "slipstick/core/error.h"

namespace slipstick {
namespace {

/// Between a value and its unit; nothing for a pure number.
const char* BlankBefore(const char* unit) { return *unit == '\0' ? "" : " "; }

}  // namespace

void CheckPositive(double value, const char* where, const char* name, const char* unit) {
  if (!std::isfinite(value) || value <= 0.0)
    throw InputError(fmt::format("{}: {} = {}{}{}, must be a finite number > 0.", where, name, value,
                                 BlankBefore(unit), unit));
}

void CheckNotNegative(double value, const char* where, const char* name, const char* unit) {
  if (!std::isfinite(value) || value < 0.0)
    throw InputError(fmt::format("{}: {} = {}{}{}, must be a finite number >= 0.", where, name, value,
                                 BlankBefore(unit), unit));
}

void CheckWhole(int value, int lower, int upper, const char* where, const char* name) {
  if (value < lower || value > upper)
    throw InputError(fmt::format("{}: {} = {}, must be {} to {}.", where, name, value, lower, upper));
}

}  // namespace slipstick
