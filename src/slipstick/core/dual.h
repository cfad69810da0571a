// Forward-mode derivatives: a number that carries its rate of change along one direction.
#pragma once

#include "slipstick/core/scalar.h"

namespace slipstick {

/// value + derivative ε with ε² = 0. Run any sweep on Dual numbers and read the directional derivative.
struct Dual {
  double value = 0.0;
  double derivative = 0.0;

  Dual() = default;
  Dual(double v) : value(v) {}
  Dual(double v, double d) : value(v), derivative(d) {}

  Dual& operator+=(const Dual& b) { return *this = {value + b.value, derivative + b.derivative}; }
  Dual& operator-=(const Dual& b) { return *this = {value - b.value, derivative - b.derivative}; }
};

template <>
inline constexpr bool kIsScalar<Dual> = true;

SLIPSTICK_INLINE Dual operator-(const Dual& a) { return {-a.value, -a.derivative}; }
SLIPSTICK_INLINE Dual operator+(const Dual& a, const Dual& b) {
  return {a.value + b.value, a.derivative + b.derivative};
}
SLIPSTICK_INLINE Dual operator-(const Dual& a, const Dual& b) {
  return {a.value - b.value, a.derivative - b.derivative};
}
SLIPSTICK_INLINE Dual operator*(const Dual& a, const Dual& b) {
  return {a.value * b.value, a.derivative * b.value + a.value * b.derivative};
}
SLIPSTICK_INLINE Dual operator*(double a, const Dual& b) { return {a * b.value, a * b.derivative}; }
SLIPSTICK_INLINE Dual operator*(const Dual& a, double b) { return b * a; }
SLIPSTICK_INLINE Dual operator/(const Dual& a, const Dual& b) {
  const double quotient = a.value / b.value;
  return {quotient, (a.derivative - quotient * b.derivative) / b.value};
}

SLIPSTICK_INLINE SinCosPair<Dual> SinCos(const Dual& x) {
  const auto [s, c] = SinCos(x.value);
  return {{s, c * x.derivative}, {c, -s * x.derivative}};
}
SLIPSTICK_INLINE Dual Sqrt(const Dual& x) {
  const double root = std::sqrt(x.value);
  return {root, 0.5 * x.derivative / root};
}
SLIPSTICK_INLINE Dual Atan2(const Dual& y, const Dual& x) {
  return {std::atan2(y.value, x.value),
          (y.derivative * x.value - x.derivative * y.value) / (x.value * x.value + y.value * y.value)};
}
SLIPSTICK_INLINE bool LessThan(const Dual& a, const Dual& b) { return a.value < b.value; }
SLIPSTICK_INLINE Dual Select(bool condition, const Dual& a, const Dual& b) { return condition ? a : b; }

}  // namespace slipstick
