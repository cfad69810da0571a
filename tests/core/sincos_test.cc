#include "slipstick/core/sincos.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "slipstick/core/pack.h"
#include "slipstick/core/random.h"
#include "support/bits.h"

namespace slipstick {

using namespace support;
namespace {

constexpr long double kHalfPi = 1.57079632679489661923132169163975144L;
constexpr double kLargest = sincos_detail::kMaxArgument;
constexpr int kLastMultiple = 63661;  // of pi/2, within kLargest

// Inside ±pi/4 nothing is reduced: half a unit for the last rounding, the rest for those before it (measured:
// 0.73 for the sine, 0.997 for the cosine, whose 1 - z/2 + ... rounds twice more).
constexpr double kUlpsUnreduced = 1.0;
// Outside, x - n pi/2 is rounded twice, half a unit of its own each. Just above a power of two that unit is
// twice the one of its sine, which makes two units; the last rounding adds half of one (measured: 2.497).
constexpr double kUlpsReduced = 2.5;

/// Largest error seen so far, against the C library in long double (64 bits of mantissa: 1e-3 units of a
/// double).
struct Worst {
  double ulps = 0.0;
  double at = 0.0;

  void Check(double x) {
    const auto [s, c] = SinCos(x);
    Take(x, s, std::sin(static_cast<long double>(x)));
    Take(x, c, std::cos(static_cast<long double>(x)));
  }
  void CheckAround(double x, int count) {
    double below = x, above = x;
    for (int k = 0; k < count; ++k) {
      Check(below), Check(above);
      below = std::nextafter(below, -2 * kLargest), above = std::nextafter(above, 2 * kLargest);
    }
  }
  void Take(double x, double found, long double expected) {
    const auto error = static_cast<double>(std::abs(found - expected)) / Ulp(static_cast<double>(expected));
    if (!(error <= ulps)) ulps = error, at = x;  // true for NaN
  }
};

#define EXPECT_WORST_LE(worst, bound) EXPECT_LE((worst).ulps, bound) << "at x = " << (worst).at

static_assert(std::numeric_limits<long double>::digits > 60,
              "the reference must be more precise than double");

TEST(SinCos, IsWithinOneUlpWithoutRangeReduction) {
  Random random(1);
  Worst worst;
  for (int i = 0; i < 300000; ++i) worst.Check(random.Uniform(-0.785398, 0.785398));
  for (int exponent = -1074; exponent < -1; ++exponent)
    for (const double mantissa : {1.0, -1.37}) worst.Check(std::ldexp(mantissa, exponent));
  EXPECT_WORST_LE(worst, kUlpsUnreduced);
}

TEST(SinCos, IsWithinTwoAndAHalfUlpsUpToTheLargestArgument) {
  Random random(2);
  Worst worst;
  for (int i = 0; i < 300000; ++i) worst.Check(random.Uniform(-kLargest, kLargest));
  for (int i = 0; i < 100000; ++i) worst.Check(random.Uniform(-10.0, 10.0));
  worst.CheckAround(kLargest, 100), worst.CheckAround(-kLargest, 100);
  EXPECT_WORST_LE(worst, kUlpsReduced);
}

// Here the range reduction cancels nearly all digits: a sine of 1e-16 next to 1e5 must still have all its
// bits.
TEST(SinCos, IsAccurateNextToMultiplesOfAQuarterTurn) {
  Worst worst;
  for (int n = -kLastMultiple; n <= kLastMultiple; ++n) {
    const auto x = static_cast<double>(n * kHalfPi);
    worst.CheckAround(x, 5);
    for (int exponent = -40; exponent < 0; exponent += 3) worst.Check(x + std::ldexp(1.0, exponent));
  }
  EXPECT_WORST_LE(worst, kUlpsReduced);
}

TEST(SinCos, IsAccurateAtQuadrantBoundaries) {
  Worst worst;
  for (int n = -kLastMultiple; n < kLastMultiple; ++n)
    worst.CheckAround(static_cast<double>((n + 0.5L) * kHalfPi), 5);
  EXPECT_WORST_LE(worst, kUlpsReduced);
}

TEST(SinCos, FallsBackToTheCLibraryBeyondTheLargestArgument) {
  for (const double x : {100000.00000000001, -1.5e5, 1e9, -1e22, 1e300, std::numeric_limits<double>::max()}) {
    EXPECT_EQ(SinCos(x).sin, std::sin(x)) << x;
    EXPECT_EQ(SinCos(x).cos, std::cos(x)) << x;
  }
}

TEST(SinCos, OfZeroIsExact) {
  for (const double zero : {0.0, -0.0}) {
    EXPECT_EQ(SinCos(zero).sin, 0.0);
    EXPECT_EQ(SinCos(zero).cos, 1.0);
  }
}

TEST(SinCos, IsNanForNonFiniteArguments) {
  const double inf = std::numeric_limits<double>::infinity();
  for (const double x : {inf, -inf, std::numeric_limits<double>::quiet_NaN(), -std::nan("0x123")}) {
    EXPECT_TRUE(std::isnan(SinCos(x).sin)) << x;
    EXPECT_TRUE(std::isnan(SinCos(x).cos)) << x;
  }
}

TEST(SinCos, OfAPackActsOnEachLane) {
  // With fused roundings each of the two has its own error of at most kUlpsReduced.
  const double ulps = kMayFuse ? 2 * kUlpsReduced : 0.0;
  Random random(3);
  for (int i = 0; i < 100000; ++i) {
    const Pack x = ForEachLane([&](int) { return random.Uniform(-kLargest, kLargest); });
    const auto [s, c] = SinCos(x);
    for (int lane = 0; lane < Pack::kLanes; ++lane) {
      const auto [s_lane, c_lane] = SinCos(x[lane]);
      ASSERT_LE(std::abs(s[lane] - s_lane), ulps * Ulp(s_lane)) << x[lane];
      ASSERT_LE(std::abs(c[lane] - c_lane), ulps * Ulp(c_lane)) << x[lane];
    }
  }
}

TEST(SinCos, OfAPackHandlesLanesBeyondTheLargestArgument) {
  Pack x;
  x.Set(0, 0.5), x.Set(1, 1e22), x.Set(2, -0.0), x.Set(3, std::numeric_limits<double>::quiet_NaN());
  const auto [s, c] = SinCos(x);
  for (int lane = 0; lane < 3; ++lane) {
    EXPECT_TRUE(SameBits(s[lane], SinCos(x[lane]).sin)) << lane;
    EXPECT_TRUE(SameBits(c[lane], SinCos(x[lane]).cos)) << lane;
  }
  EXPECT_TRUE(std::isnan(s[3]) && std::isnan(c[3]));
}

}  // namespace
}  // namespace slipstick
