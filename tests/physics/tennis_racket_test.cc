// A spinning box flips about its middle axis and is stable about the other two. The period is Jacobi's.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "support/elliptic.h"
#include "support/integrators.h"
#include "support/numbers.h"

namespace slipstick::physics_test {

using namespace support;
namespace {

using Eigen::Vector3d;

const Vector3d kMoments(0.065, 0.05, 0.025);  // of free_box.urdf about x, y, z: y is the middle one

SmoothState Spinning(const Vector3d& omega) {
  SmoothState x{Eigen::VectorXd::Zero(7), Eigen::VectorXd::Zero(6)};
  x.q(6) = 1.0;
  x.v << 0.3, -0.2, 0.1, omega;  // translation must not matter
  return x;
}

/// Angular velocity in the axes of the body.
Vector3d BodyOmega(const SmoothState& x) {
  const Eigen::Quaterniond R(x.q(6), x.q(3), x.q(4), x.q(5));
  return R.conjugate() * Vector3d(x.v.tail<3>());
}

/// Period of the spin about the middle axis, from the angular velocity in body axes (Landau and Lifshitz,
/// Mechanics, § 37). With I1 < I2 < I3, M² = |L|² and M² > 2 E I2 it follows sn(n t, k), where
///   n² = (I3 - I2) (M² - 2 E I1) / (I1 I2 I3),   k'² = (I3 - I1) (M² - 2 E I2) / ((I3 - I2) (M² - 2 E I1));
/// for M² < 2 E I2 the roles of I1 and I3 change. The period is 4 K(k) / n.
double JacobiPeriod(const Vector3d& omega) {
  double I1 = kMoments.z(), I3 = kMoments.x();
  const double I2 = kMoments.y();
  // M² - 2 E I = sum of Ii (Ii - I) ωi², without a difference of large numbers
  const auto excess = [&](double I) {
    return (kMoments.array() * (kMoments.array() - I) * omega.array().square()).sum();
  };
  if (excess(I2) < 0) std::swap(I1, I3);
  const double n2 = (I3 - I2) * excess(I1) / (I1 * I2 * I3);
  const double k_prime2 = (I3 - I1) * excess(I2) / ((I3 - I2) * excess(I1));
  return 4 * EllipticK(std::sqrt(k_prime2)) / std::sqrt(n2);
}

/// Time between two zeros of the spin about the middle axis, which is half a period.
double MeasuredHalfPeriod(const Model& model, const Vector3d& omega, double h) {
  PassiveMotion motion(model);
  SmoothState x = Spinning(omega);
  const auto middle_spin = [](const SmoothState& y) { return BodyOmega(y).y(); };
  AdvanceToZero(motion, h, x, middle_spin);
  return AdvanceToZero(motion, h, x, middle_spin);
}

TEST(TennisRacket, FlipsAfterJacobisPeriod) {
  const Model model = LoadWeightless("free_box.urdf");
  const Vector3d starts[] = {{0.1, 10.0, 0.0}, {0.0, 10.0, 0.1}, {1.0, 10.0, 2.0}};
  for (const Vector3d& omega : starts) {
    const double expected = JacobiPeriod(omega) / 2;
    // RK4 at ω h = 0.005 makes an error of (ω h)⁴ / 120 = 5e-12 per radian; next to the saddle it grows with
    // the time until the flip, and a start 1e-4 off the saddle (in energy) multiplies its effect on the time.
    EXPECT_NEAR(MeasuredHalfPeriod(model, omega, 5e-4), expected, 1e-9 * expected) << omega.transpose();
  }
}

TEST(TennisRacket, WobblesAboutTheStableAxesWithJacobisPeriod) {
  const Model model = LoadWeightless("free_box.urdf");
  const Vector3d starts[] = {{10.0, 0.1, 0.0}, {0.0, 0.1, 10.0}, {10.0, 2.0, 1.0}};
  for (const Vector3d& omega : starts) {
    const double expected = JacobiPeriod(omega) / 2;
    EXPECT_NEAR(MeasuredHalfPeriod(model, omega, 5e-4), expected, 2e-10 * expected)
        << omega.transpose();  // no saddle
  }
}

/// Smallest and largest fraction of the spin about one axis of the body, over 20 s.
struct SpinFraction {
  double smallest = 1.0, largest = -1.0;
};
SpinFraction SpinAbout(int axis) {
  const Model model = LoadWeightless("free_box.urdf");
  PassiveMotion motion(model);
  Vector3d omega = Vector3d::Constant(0.01);
  omega(axis) = 10.0;
  SmoothState x = Spinning(omega);
  SpinFraction fraction;
  Advance(motion, StepRk4, 2e-3, 20.0, x, [&](double, const SmoothState& y) {
    const double now = BodyOmega(y).normalized()(axis);
    fraction.smallest = Smaller(fraction.smallest, now), fraction.largest = Larger(fraction.largest, now);
  });
  return fraction;
}

// A disturbance of 1e-3 stays of that size about a stable axis, at most doubled by the shape of the
// ellipsoid: the fraction is a cosine and so falls short of 1 by its square. About the middle axis it grows
// until the direction of the spin is reversed.
TEST(TennisRacket, FlipsAboutTheMiddleAxisOnly) {
  EXPECT_GT(SpinAbout(0).smallest, 1 - 1e-5);
  EXPECT_GT(SpinAbout(2).smallest, 1 - 1e-5);
  EXPECT_LT(SpinAbout(1).smallest, -1 + 1e-5);
  EXPECT_GT(SpinAbout(1).largest, 1 - 1e-5);
}

}  // namespace
}  // namespace slipstick::physics_test
