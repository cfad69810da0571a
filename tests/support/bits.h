// Comparing floating-point numbers by their bits, and when that can be expected.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "slipstick/core/vec3.h"

namespace slipstick::support {

/// True if the compiler may fuse a multiplication and an addition. Scalar and vector code may then differ in
/// the last bits.
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
inline constexpr bool kMayFuse = true;
#else
inline constexpr bool kMayFuse = false;
#endif

/// Distance from |x| to the next double: one unit in the last place.
inline double Ulp(double x) {
  x = std::abs(x);
  return std::nextafter(x, std::numeric_limits<double>::infinity()) - x;
}

/// Distinguishes 0 from -0; a NaN equals itself.
inline bool SameBits(double a, double b) { return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b); }
inline bool SameBits(const Vec3<double>& a, const Vec3<double>& b) {
  return SameBits(a.x, b.x) && SameBits(a.y, b.y) && SameBits(a.z, b.z);
}

}  // namespace slipstick::support
