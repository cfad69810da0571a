// Several environments in the SIMD lanes of one core.
#pragma once

#include "slipstick/core/scalar.h"

namespace slipstick {

/// Four doubles, one per lane. A sweep over Packs evaluates four environments in about the time of one.
/// Written with the vector extension that gcc, clang and emscripten share: one AVX register if available,
/// otherwise a pair of 128-bit registers.
struct alignas(32) Pack {
  static constexpr int kLanes = 4;
  typedef double Lanes __attribute__((vector_size(kLanes * sizeof(double))));
  typedef int64_t Mask __attribute__((vector_size(kLanes * sizeof(int64_t))));

  Lanes lanes = {};

  Pack() = default;
  // Alignment is explicit and copying is not trivial so that code built with and without AVX has the same
  // ABI: without AVX gcc aligns the lanes to 16 bytes, and with AVX it returns a trivial pack in a register
  // that code without AVX does not use.
  Pack(const Pack& b) : lanes(b.lanes) {}
  Pack& operator=(const Pack& b) {
    lanes = b.lanes;
    return *this;
  }
  Pack(double all) : lanes{all, all, all, all} {}
  explicit Pack(const Lanes& l) : lanes(l) {}

  double operator[](int lane) const { return lanes[lane]; }
  void Set(int lane, double value) { lanes[lane] = value; }

  Pack& operator+=(const Pack& b) {
    lanes += b.lanes;
    return *this;
  }
  Pack& operator-=(const Pack& b) {
    lanes -= b.lanes;
    return *this;
  }
};

template <>
inline constexpr bool kIsScalar<Pack> = true;

SLIPSTICK_INLINE Pack operator-(const Pack& a) { return Pack(-a.lanes); }
SLIPSTICK_INLINE Pack operator+(const Pack& a, const Pack& b) { return Pack(a.lanes + b.lanes); }
SLIPSTICK_INLINE Pack operator-(const Pack& a, const Pack& b) { return Pack(a.lanes - b.lanes); }
SLIPSTICK_INLINE Pack operator*(const Pack& a, const Pack& b) { return Pack(a.lanes * b.lanes); }
SLIPSTICK_INLINE Pack operator/(const Pack& a, const Pack& b) { return Pack(a.lanes / b.lanes); }
SLIPSTICK_INLINE Pack operator*(double a, const Pack& b) { return Pack(a) * b; }
SLIPSTICK_INLINE Pack operator*(const Pack& a, double b) { return a * Pack(b); }

SLIPSTICK_INLINE double SumOfLanes(const Pack& a) { return (a[0] + a[1]) + (a[2] + a[3]); }

SLIPSTICK_INLINE Pack::Mask LessThan(const Pack& a, const Pack& b) { return a.lanes < b.lanes; }
SLIPSTICK_INLINE bool AllLanes(const Pack::Mask& m) { return (m[0] & m[1] & m[2] & m[3]) != 0; }
SLIPSTICK_INLINE bool AnyLane(const Pack::Mask& m) { return (m[0] | m[1] | m[2] | m[3]) != 0; }
SLIPSTICK_INLINE Pack Select(const Pack::Mask& condition, const Pack& a, const Pack& b) {
  return Pack(condition ? a.lanes : b.lanes);
}

/// Applies a function of doubles lane by lane: for the rare functions without a vector form.
template <class F>
Pack ForEachLane(F f) {
  Pack r;
  for (int lane = 0; lane < Pack::kLanes; ++lane) r.Set(lane, f(lane));
  return r;
}

SLIPSTICK_INLINE SinCosPair<Pack> SinCos(const Pack& x) {
  SinCosPair<Pack> r;
  sincos_detail::Evaluate<Pack::Lanes, Pack::Mask>(x.lanes, r.sin.lanes, r.cos.lanes);
  const double limit = sincos_detail::kMaxArgument;
  if (AnyLane((x.lanes > limit) | (x.lanes < -limit))) [[unlikely]] {
    r.sin = ForEachLane([&](int lane) { return SinCos(x[lane]).sin; });
    r.cos = ForEachLane([&](int lane) { return SinCos(x[lane]).cos; });
  }
  return r;
}
SLIPSTICK_INLINE Pack Sqrt(const Pack& x) {
  return ForEachLane([&](int lane) { return std::sqrt(x[lane]); });
}
SLIPSTICK_INLINE Pack Atan2(const Pack& y, const Pack& x) {
  return ForEachLane([&](int lane) { return std::atan2(y[lane], x[lane]); });
}

}  // namespace slipstick
