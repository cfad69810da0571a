// The value of a result that was not measured.
#pragma once

#include <limits>

namespace slipstick::measure {

/// A missing value: not measured, or not finite. Written as null in JSON.
inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

}  // namespace slipstick::measure
