// A Pack is four doubles: every operation acts on each of them, bit for bit.
#include "slipstick/core/pack.h"

#include <gtest/gtest.h>

#include <limits>

#include "slipstick/core/random.h"
#include "support/bits.h"

namespace slipstick {

using namespace support;
namespace {

/// Numbers of all magnitudes and special values.
double Draw(Random& random) {
  constexpr double kSpecial[] = {0.0,    -0.0,  1.0,    -1.0,
                                 5e-324, 1e308, -1e308, std::numeric_limits<double>::infinity()};
  if (random.Index(8) == 0) return kSpecial[random.Index(8)];
  return std::ldexp(random.Uniform(-1.0, 1.0), random.Index(60) - 30);
}
Pack DrawPack(Random& random) {
  return ForEachLane([&](int) { return Draw(random); });
}

/// One operation at a time has one rounding, so there is no tolerance; all NaN are equal.
void ExpectLanes(const Pack& found, double (*expected)(double, double), const Pack& a, const Pack& b) {
  for (int lane = 0; lane < Pack::kLanes; ++lane) {
    const double e = expected(a[lane], b[lane]);
    ASSERT_TRUE(SameBits(found[lane], e) || (std::isnan(found[lane]) && std::isnan(e)))
        << found[lane] << " instead of " << e << " from " << a[lane] << " and " << b[lane] << " in lane "
        << lane;
  }
}

template <class Check>
void OnRandomPacks(Check check) {
  Random random(1);
  for (int i = 0; i < 5000; ++i) {
    const Pack a = DrawPack(random), b = DrawPack(random);
    check(a, b);
  }
}

TEST(Pack, HoldsTheSameConstantInEveryLane) {
  for (int lane = 0; lane < Pack::kLanes; ++lane) {
    EXPECT_EQ(Pack()[lane], 0.0);
    EXPECT_EQ(Pack(2.5)[lane], 2.5);
  }
}

TEST(Pack, SetChangesOneLaneOnly) {
  Pack p(1.0);
  p.Set(2, 7.0);
  EXPECT_EQ(p[0], 1.0);
  EXPECT_EQ(p[1], 1.0);
  EXPECT_EQ(p[2], 7.0);
  EXPECT_EQ(p[3], 1.0);
}

TEST(Pack, ArithmeticActsOnEachLane) {
  OnRandomPacks([](const Pack& a, const Pack& b) {
    ExpectLanes(
        -a, [](double x, double) { return -x; }, a, b);
    ExpectLanes(
        a + b, [](double x, double y) { return x + y; }, a, b);
    ExpectLanes(
        a - b, [](double x, double y) { return x - y; }, a, b);
    ExpectLanes(
        a * b, [](double x, double y) { return x * y; }, a, b);
    ExpectLanes(
        a / b, [](double x, double y) { return x / y; }, a, b);
    ExpectLanes(
        3.0 * a, [](double x, double) { return 3.0 * x; }, a, b);
    ExpectLanes(
        a * 3.0, [](double x, double) { return x * 3.0; }, a, b);
    Pack sum = a, difference = a;
    sum += b, difference -= b;
    ExpectLanes(
        sum, [](double x, double y) { return x + y; }, a, b);
    ExpectLanes(
        difference, [](double x, double y) { return x - y; }, a, b);
  });
}

TEST(Pack, SelectChoosesLaneByLane) {
  OnRandomPacks([](const Pack& a, const Pack& b) {
    ExpectLanes(
        Select(LessThan(a, b), a, b), [](double x, double y) { return x < y ? x : y; }, a, b);
    ExpectLanes(
        Select(LessThan(b, a), Pack(1.0), Pack(2.0)), [](double x, double y) { return y < x ? 1.0 : 2.0; }, a,
        b);
  });
}

TEST(Pack, LessThanIsFalseForNan) {
  const Pack nan(std::numeric_limits<double>::quiet_NaN()), one(1.0), two(2.0);
  EXPECT_EQ(Select(LessThan(nan, one), one, two)[0], 2.0);
  EXPECT_EQ(Select(LessThan(one, nan), one, two)[3], 2.0);
}

TEST(Pack, FunctionsActOnEachLane) {
  OnRandomPacks([](const Pack& a, const Pack& b) {
    ExpectLanes(
        Sqrt(a), [](double x, double) { return std::sqrt(x); }, a, b);
    ExpectLanes(
        Atan2(a, b), [](double x, double y) { return std::atan2(x, y); }, a, b);
  });
  // SinCos: sincos_test.cc
}

}  // namespace
}  // namespace slipstick
