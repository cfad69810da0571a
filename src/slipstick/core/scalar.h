// Requirements on scalar types of the dynamics: + - * /, a constructor from double, and the functions below.
// Algorithms on scalars have no branches that depend on values, since the lanes of a pack may differ: choices
// are made with Select. (SinCos of a double may branch: it has one value.)
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
  if (std::abs(x) > sincos_detail::kMaxArgument) [[unlikely]]
    r = {std::sin(x), std::cos(x)};
  return r;
}
SLIPSTICK_INLINE double Sqrt(double x) { return std::sqrt(x); }
SLIPSTICK_INLINE double Atan2(double y, double x) { return std::atan2(y, x); }

/// The condition of Select, lane by lane.
SLIPSTICK_INLINE bool LessThan(double a, double b) { return a < b; }
/// condition ? a : b, lane by lane.
SLIPSTICK_INLINE double Select(bool condition, double a, double b) { return condition ? a : b; }

}  // namespace slipstick
