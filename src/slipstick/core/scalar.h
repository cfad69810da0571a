// Requirements on scalar types of the dynamics: + - * /, a constructor from double, and the functions below.
// No data-dependent branches: choices are made with Select.
#pragma once

#include <cmath>

#include "slipstick/core/sincos.h"

namespace slipstick {

template <class T>
inline constexpr bool kIsScalar = false;
template <>
inline constexpr bool kIsScalar<double> = true;

template <class T>
concept Scalar = kIsScalar<T>;

template <class S>
struct SinCosPair {
  S sin, cos;
};

SLIPSTICK_INLINE SinCosPair<double> SinCos(double x) {
  SinCosPair<double> r;
  sincos_detail::Evaluate<double, int64_t>(x, r.sin, r.cos);
  if (std::abs(x) > sincos_detail::kLargestArgument) [[unlikely]]
    r = {std::sin(x), std::cos(x)};
  return r;
}
SLIPSTICK_INLINE double Sqrt(double x) { return std::sqrt(x); }
SLIPSTICK_INLINE double Atan2(double y, double x) { return std::atan2(y, x); }

/// condition ? a : b, lane by lane. The condition comes from LessThan.
SLIPSTICK_INLINE bool LessThan(double a, double b) { return a < b; }
SLIPSTICK_INLINE double Select(bool condition, double a, double b) { return condition ? a : b; }

}  // namespace slipstick
