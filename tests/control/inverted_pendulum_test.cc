// The centre of mass of a linear inverted pendulum obeys c̈ = ω² (c - p), is continuous, and agrees with
// closed solutions.
#include "slipstick/control/plans/inverted_pendulum.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tolerances.h"

namespace slipstick::control {

using namespace support;
namespace {

using Eigen::Vector2d;

constexpr double kOmega = 3.4;  // 1/s: a centre of mass at 0.85 m

/// Uneven in time and position, with a rest phase in between.
const std::vector<ZeroMomentKnot> kKnots{{0.5, {0.0, 0.0}},  {0.7, {0.02, -0.1}}, {1.5, {0.02, -0.1}},
                                         {1.7, {0.2, 0.12}}, {2.4, {0.25, 0.12}}, {2.5, {0.3, 0.0}}};

Vector2d Interpolated(double t) {
  if (t <= kKnots.front().t) return kKnots.front().p;
  for (size_t k = 0; k + 1 < kKnots.size(); ++k)
    if (t <= kKnots[k + 1].t)
      return kKnots[k].p +
             (t - kKnots[k].t) / (kKnots[k + 1].t - kKnots[k].t) * (kKnots[k + 1].p - kKnots[k].p);
  return kKnots.back().p;
}

TEST(InvertedPendulum, ZeroMomentPointIsLinearBetweenKnots) {
  const InvertedPendulum pendulum(kOmega, kKnots);
  for (double t = 0.0; t < 3.0; t += 0.0137)
    EXPECT_LE((pendulum.ZeroMomentPoint(t) - Interpolated(t)).norm(), kRounding) << "t = " << t;
}

TEST(InvertedPendulum, ObeysItsEquationOfMotion) {
  const InvertedPendulum pendulum(kOmega, kKnots);
  const double h = 1e-4;
  for (double t = 0.0031; t < 3.0; t += 0.0137) {
    const PlaneMotion c = pendulum.At(t), before = pendulum.At(t - h), after = pendulum.At(t + h);
    EXPECT_LE((c.a - kOmega * kOmega * (c.p - Interpolated(t))).norm(), kSumRounding) << "t = " << t;
    // error of differences: h² ω³ |c| / 6 in smooth segments, h |Δ jerk| / 4 across a knot, where jerk jumps
    // by ω² ṗ < 15 m/s³
    EXPECT_LE(((after.p - before.p) / (2.0 * h) - c.v).norm(), 1e-7) << "t = " << t;
    EXPECT_LE(((after.v - before.v) / (2.0 * h) - c.a).norm(), 4e-4) << "t = " << t;
  }
}

TEST(InvertedPendulum, PositionVelocityAndAccelerationAreContinuousAtKnots) {
  const InvertedPendulum pendulum(kOmega, kKnots);
  for (const ZeroMomentKnot& knot : kKnots) {
    const PlaneMotion before = pendulum.At(std::nextafter(knot.t, 0.0)), after = pendulum.At(knot.t);
    EXPECT_LE((after.p - before.p).norm(), kRounding);  // rounding and 1e-16 s
    EXPECT_LE((after.v - before.v).norm(), 2e-15);
    EXPECT_LE((after.a - before.a).norm(), 2e-14);
  }
}

// c is the convolution of p with the kernel ω/2 exp(-ω |s|): half future, half past.
TEST(InvertedPendulum, IsTheConvolutionOfTheZeroMomentPoint) {
  const InvertedPendulum pendulum(kOmega, kKnots);
  const double h = 5e-4, reach = 10.0;  // exp(-34) is rounding
  for (double t = 0.0; t < 3.0; t += 0.25) {
    Vector2d c = Vector2d::Zero();
    for (double s = 0.5 * h; s < reach; s += h)
      c += 0.5 * kOmega * h * std::exp(-kOmega * s) * (Interpolated(t + s) + Interpolated(t - s));
    EXPECT_LE((pendulum.At(t).p - c).norm(), 1e-6) << "t = " << t;  // midpoints: h² ω² / 24 times 0.3 m
  }
}

TEST(InvertedPendulum, FollowsCoshAndSinhForAConstantZeroMomentPoint) {
  const InvertedPendulum pendulum(kOmega, kKnots);
  const Vector2d p = kKnots[1].p;  // from 0.7 s to 1.5 s
  const PlaneMotion start = pendulum.At(kKnots[1].t);
  for (double t = 0.0; t < 0.8; t += 0.05) {
    const double cosh = std::cosh(kOmega * t), sinh = std::sinh(kOmega * t);
    const PlaneMotion c = pendulum.At(kKnots[1].t + t);
    EXPECT_LE((c.p - p - cosh * (start.p - p) - sinh / kOmega * start.v).norm(),
              kSumRounding);  // rounding times 15
    EXPECT_LE((c.v - sinh * kOmega * (start.p - p) - cosh * start.v).norm(), 5e-14);
  }
}

// A jump of p by D: at the jump, c is at the midpoint with speed ω D / 2.
TEST(InvertedPendulum, CrossesTheMidpointWhenTheZeroMomentPointJumps) {
  const double D = 0.2, T = 1e-6;
  const InvertedPendulum pendulum(kOmega, {{-0.5 * T, {0.0, 0.0}}, {0.5 * T, {0.0, D}}});
  EXPECT_NEAR(pendulum.At(0.0).p.y(), 0.5 * D, 1e-10);              // ṗ/ω is 6e4 m
  EXPECT_NEAR(pendulum.At(0.0).v.y(), 0.5 * kOmega * D, 1e-5 * D);  // ω T
  EXPECT_NEAR(pendulum.At(-0.3).p.y(), 0.5 * D * std::exp(-0.3 * kOmega), 1e-10);
  EXPECT_NEAR(pendulum.At(0.3).p.y(), D - 0.5 * D * std::exp(-0.3 * kOmega), 1e-10);
}

TEST(InvertedPendulum, ReversedKnotsGiveTheReversedMotion) {
  const double T = 3.0;
  std::vector<ZeroMomentKnot> reversed;
  for (auto knot = kKnots.rbegin(); knot != kKnots.rend(); ++knot) reversed.push_back({T - knot->t, knot->p});
  const InvertedPendulum there(kOmega, kKnots), back(kOmega, reversed);
  for (double t = 0.0; t < T; t += 0.031) {
    const PlaneMotion a = there.At(t), b = back.At(T - t);
    EXPECT_LE((a.p - b.p).norm(), kSumRounding);
    EXPECT_LE((a.v + b.v).norm(), kSumRounding);
    EXPECT_LE((a.a - b.a).norm(), 1e-13);
  }
}

TEST(InvertedPendulum, RestsLongBeforeAndLongAfterTheKnots) {
  const InvertedPendulum pendulum(kOmega, kKnots);
  EXPECT_EQ(pendulum.begin(), 0.5);
  EXPECT_EQ(pendulum.end(), 2.5);
  EXPECT_EQ(pendulum.At(-1e6).p, kKnots.front().p);
  EXPECT_EQ(pendulum.At(1e6).p, kKnots.back().p);
  EXPECT_EQ(pendulum.At(1e6).v, Vector2d::Zero());
  const InvertedPendulum still(kOmega, {{1.0, {0.3, 0.4}}});
  for (const double t : {-5.0, 1.0, 5.0}) EXPECT_EQ(still.At(t).p, Vector2d(0.3, 0.4));
}

}  // namespace
}  // namespace slipstick::control
