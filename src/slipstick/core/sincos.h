// Branch-free sine and cosine of a double or a vector of doubles.
//
// Not taken from libm because a sweep needs one per joint: inlined and branch-free it costs a third of a
// library call, runs unchanged in the lanes of a pack, and gives the same bits with every C library. Error
// below 1 unit in the last place for |x| <= pi/4 and below 2.5 units up to kMaxArgument
// (tests/core/sincos_test.cc).
#pragma once

#include <cstdint>
#include <cstring>

#include "slipstick/core/inline.h"

namespace slipstick::sincos_detail {

/// Beyond this the three-part reduction below loses bits; callers fall back to the C library.
inline constexpr double kMaxArgument = 1e5;

/// T is double or a vector of doubles, I the integer type of the same lanes.
template <class T, class I>
SLIPSTICK_INLINE void Evaluate(const T& x, T& sin_x, T& cos_x) {
  // Nearest multiple n of pi/2: adding 1.5 * 2^52 leaves n in the low bits of the mantissa.
  constexpr double kRound = 6755399441055744.0;
  const T shifted = x * 0.63661977236758134308 + kRound;
  const T n = shifted - kRound;
  I quadrant;
  std::memcpy(&quadrant, &shifted, sizeof(quadrant));

  // x - n pi/2 with pi/2 in three parts of 33 bits, so that the products are exact for |n| < 2^20.
  const T r =
      ((x - n * 1.57079632673412561417) - n * 6.07710050630396597660e-11) - n * 2.02226624879595063154e-21;

  // Minimax polynomials on [-pi/4, pi/4].
  const T z = r * r;
  const T s = r + r * z *
                      (-1.66666666666666324348e-01 +
                       z * (8.33333333332248946124e-03 +
                            z * (-1.98412698298579493134e-04 +
                                 z * (2.75573137070700676789e-06 +
                                      z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)))));
  const T c =
      1.0 -
      (0.5 * z - z * z *
                     (4.16666666666666019037e-02 +
                      z * (-1.38888888888741095749e-03 +
                           z * (2.48015872894767294178e-05 +
                                z * (-2.75573143513906633035e-07 +
                                     z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11))))));

  // Odd quadrants swap the two; the upper half turn flips the sign of each.
  I s_bits, c_bits;
  std::memcpy(&s_bits, &s, sizeof(s_bits));
  std::memcpy(&c_bits, &c, sizeof(c_bits));
  const I odd = -(quadrant & 1);
  const I sin_bits = ((s_bits & ~odd) | (c_bits & odd)) ^ ((quadrant & 2) << 62);
  const I cos_bits = ((c_bits & ~odd) | (s_bits & odd)) ^ (((quadrant + 1) & 2) << 62);
  std::memcpy(&sin_x, &sin_bits, sizeof(sin_x));
  std::memcpy(&cos_x, &cos_bits, sizeof(cos_x));
}

}  // namespace slipstick::sincos_detail
