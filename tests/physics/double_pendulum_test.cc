// The double pendulum against equations of motion written by hand and solved in long double, independently of
// the library.
#include <gtest/gtest.h>

#include <array>

#include "support/integrators.h"
#include "support/numbers.h"

namespace slipstick::physics_test {

using namespace support;
namespace {

//   o hinge            Absolute angles θ1, θ2 of the two arms. With
//    \ l1                A = m1 l1² + I1 + m2 l1²,  B = m2 l1 l2,  C = m2 l2² + I2
//  θ1 O m1, I1         Lagrange gives
//     | l2               A θ1" + B cos(θ1 - θ2) θ2" + B sin(θ1 - θ2) θ2'² + (m1 + m2) g l1 sin θ1 = 0
//  θ2 O m2, I2           B cos(θ1 - θ2) θ1" + C θ2" - B sin(θ1 - θ2) θ1'² + m2 g l2 sin θ2 = 0
using Real = long double;
using Angles = std::array<Real, 4>;  // θ1, θ2, θ1', θ2'

Angles Rate(const Angles& y) {
  constexpr Real g = 9.81L, m1 = 1, m2 = 1, l1 = 1, l2 = 1, I1 = 0.001L,
                 I2 = 0.001L;  // as in double_pendulum.urdf
  constexpr Real A = m1 * l1 * l1 + I1 + m2 * l1 * l1, B = m2 * l1 * l2, C = m2 * l2 * l2 + I2;
  const Real s = std::sin(y[0] - y[1]), c = std::cos(y[0] - y[1]);
  const Real f1 = -B * s * y[3] * y[3] - (m1 + m2) * g * l1 * std::sin(y[0]);
  const Real f2 = B * s * y[2] * y[2] - m2 * g * l2 * std::sin(y[1]);
  const Real determinant = A * C - B * c * B * c;
  return {y[2], y[3], (C * f1 - B * c * f2) / determinant, (A * f2 - B * c * f1) / determinant};
}

Angles operator+(const Angles& a, const Angles& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]};
}
Angles operator-(const Angles& a, const Angles& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]};
}
Angles operator*(Real s, const Angles& a) { return {s * a[0], s * a[1], s * a[2], s * a[3]}; }

/// Gragg's modified midpoint rule over H in n steps, n even: its error is a series in (H/n)².
Angles Midpoint(const Angles& start, Real H, int n) {
  const Real h = H / n;
  Angles before = start, now = start + h * Rate(start);
  for (int i = 1; i < n; ++i) {
    const Angles next = before + 2 * h * Rate(now);
    before = now, now = next;
  }
  return 0.5L * (now + before + h * Rate(now));
}

/// One step of Bulirsch and Stoer: the midpoint rule with 2, 4, ..., 2 kRows steps, extrapolated to
/// infinitely many.
Angles ExtrapolatedStep(const Angles& start, Real H) {
  constexpr int kRows = 8;  // order 16
  std::array<Angles, kRows> row;
  for (int i = 0; i < kRows; ++i) {
    Angles left = row[0];
    row[0] = Midpoint(start, H, 2 * (i + 1));
    for (int j = 1; j <= i; ++j) {
      const Real ratio = static_cast<Real>(i + 1) / (i + 1 - j);
      const Angles here = row[j - 1] + 1 / (ratio * ratio - 1) * (row[j - 1] - left);
      left = row[j];
      row[j] = here;
    }
  }
  return row[kRows - 1];
}

Angles Reference(Angles y, Real duration, int steps) {
  for (int i = 0; i < steps; ++i) y = ExtrapolatedStep(y, duration / steps);
  return y;
}

double Distance(const Angles& a, const Angles& b) {
  Real largest = 0;
  for (int i = 0; i < 4; ++i) largest = Larger(largest, std::abs(a[i] - b[i]));
  return static_cast<double>(largest);
}

constexpr Angles kStart = {2.0L, 1.0L, 0.5L, -1.0L};  // high enough to turn over: the motion is chaotic
constexpr double kDuration = 2.0;

/// The result of the library, as absolute angles. Its second angle is relative to the first arm.
Angles Simulated(double h) {
  const Model model = model::LoadUrdf(ModelPath("double_pendulum.urdf"));
  PassiveMotion motion(model);
  const double start[] = {static_cast<double>(kStart[0]), static_cast<double>(kStart[1]),
                          static_cast<double>(kStart[2]), static_cast<double>(kStart[3])};
  SmoothState x{Eigen::VectorXd{{start[0], start[1] - start[0]}},
                Eigen::VectorXd{{start[2], start[3] - start[2]}}};
  Advance(motion, StepRk4, h, kDuration, x);
  return {x.q(0), x.q(0) + x.q(1), x.v(0), x.v(0) + x.v(1)};
}

TEST(DoublePendulum, ReferenceHasConverged) {
  // Order 16 in 64 bits: halving the step changes next to nothing, a hundred times less than the tolerance
  // below.
  EXPECT_LT(Distance(Reference(kStart, kDuration, 200), Reference(kStart, kDuration, 400)), 1e-14);
}

TEST(DoublePendulum, AgreesWithEquationsWrittenByHand) {
  const Angles expected = Reference(kStart, kDuration, 200);
  // RK4 at rates up to 5 rad/s and h = 1e-4 makes an error of (5 h)⁴ / 120 = 5e-16 per radian, and 20000
  // steps round to 1e-16 sqrt(20000) = 1e-14; the motion amplifies both some ten times in 2 s.
  EXPECT_LT(Distance(Simulated(1e-4), expected), 1e-12);
}

TEST(DoublePendulum, ConvergesToTheReferenceWithOrderFour) {
  const Angles expected = Reference(kStart, kDuration, 200);
  const double order = std::log2(Distance(Simulated(1e-3), expected) / Distance(Simulated(5e-4), expected));
  EXPECT_NEAR(order, 4.0, 0.2);  // the next term of the error is a few per cent at this step
}

}  // namespace
}  // namespace slipstick::physics_test
