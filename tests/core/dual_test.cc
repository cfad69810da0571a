// Each operation on dual numbers against its rule of differentiation.
#include "slipstick/core/dual.h"

#include <gtest/gtest.h>

#include "slipstick/core/random.h"

namespace slipstick {
namespace {

// Both sides are sums of at most three rounded terms; each is below 100 here, so each rounding is below
// 2e-14.
constexpr double kTolerance = 1e-13;

/// Calls check(x, y) with values in [0.5, 3) of either sign and rates in [-2, 2).
template <class Check>
void OnRandomDuals(Check check) {
  Random random(1);
  const auto draw = [&] {
    const double size = random.Uniform(0.5, 3.0);
    return Dual(random.Index(2) == 0 ? size : -size, random.Uniform(-2.0, 2.0));
  };
  for (int i = 0; i < 1000; ++i) {
    const Dual x = draw(), y = draw();
    check(x, y);
  }
}

void ExpectDual(const Dual& found, double value, double derivative) {
  EXPECT_NEAR(found.value, value, kTolerance);
  EXPECT_NEAR(found.derivative, derivative, kTolerance);
}

TEST(Dual, ConstantsHaveZeroDerivative) {
  ExpectDual(Dual(), 0.0, 0.0);
  ExpectDual(Dual(3.0), 3.0, 0.0);
}

TEST(Dual, SumsAndDifferencesFollowTheSumRule) {
  OnRandomDuals([](const Dual& x, const Dual& y) {
    ExpectDual(-x, -x.value, -x.derivative);
    ExpectDual(x + y, x.value + y.value, x.derivative + y.derivative);
    ExpectDual(x - y, x.value - y.value, x.derivative - y.derivative);
    Dual sum = x, difference = x;
    sum += y, difference -= y;
    ExpectDual(sum, x.value + y.value, x.derivative + y.derivative);
    ExpectDual(difference, x.value - y.value, x.derivative - y.derivative);
  });
}

TEST(Dual, ProductsFollowTheProductRule) {
  OnRandomDuals([](const Dual& x, const Dual& y) {
    ExpectDual(x * y, x.value * y.value, x.derivative * y.value + x.value * y.derivative);
    ExpectDual(2.5 * x, 2.5 * x.value, 2.5 * x.derivative);
    ExpectDual(x * 2.5, 2.5 * x.value, 2.5 * x.derivative);
  });
}

TEST(Dual, QuotientsFollowTheQuotientRule) {
  OnRandomDuals([](const Dual& x, const Dual& y) {
    ExpectDual(x / y, x.value / y.value,
               (x.derivative * y.value - x.value * y.derivative) / (y.value * y.value));
    ExpectDual(1.0 / y, 1.0 / y.value, -y.derivative / (y.value * y.value));
  });
}

TEST(Dual, FunctionsFollowTheChainRule) {
  OnRandomDuals([](const Dual& x, const Dual& y) {
    const auto [s, c] = SinCos(x);
    ExpectDual(s, std::sin(x.value), std::cos(x.value) * x.derivative);
    ExpectDual(c, std::cos(x.value), -std::sin(x.value) * x.derivative);
    const Dual positive = x * x;
    ExpectDual(Sqrt(positive), std::abs(x.value), x.value > 0 ? x.derivative : -x.derivative);
    const double radius2 = x.value * x.value + y.value * y.value;
    ExpectDual(Atan2(y, x), std::atan2(y.value, x.value),
               (x.value * y.derivative - y.value * x.derivative) / radius2);
  });
}

TEST(Dual, ComparesByValueAndSelectKeepsTheDerivative) {
  const Dual small(1.0, 5.0), large(2.0, -5.0);
  EXPECT_TRUE(LessThan(small, large));
  EXPECT_FALSE(LessThan(large, small));
  EXPECT_FALSE(LessThan(small, Dual(1.0, 7.0)));  // the rate does not take part
  ExpectDual(Select(true, small, large), 1.0, 5.0);
  ExpectDual(Select(false, small, large), 2.0, -5.0);
  EXPECT_EQ(large.value, 2.0);
}

TEST(Dual, DifferentiatesCompositions) {
  // f = sin(x²) / (1 + x²), f' = 2x (cos(x²) (1 + x²) - sin(x²)) / (1 + x²)²
  OnRandomDuals([](const Dual& x, const Dual&) {
    const Dual square = x * x;
    const Dual f = SinCos(square).sin / (1.0 + square);
    const double t = x.value, t2 = t * t;
    ExpectDual(f, std::sin(t2) / (1 + t2),
               2 * t * (std::cos(t2) * (1 + t2) - std::sin(t2)) / ((1 + t2) * (1 + t2)) * x.derivative);
  });
}

}  // namespace
}  // namespace slipstick
