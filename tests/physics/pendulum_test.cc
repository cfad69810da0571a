// A pendulum and the closed form of its period.
#include <gtest/gtest.h>

#include "support/elliptic.h"
#include "support/integrators.h"

namespace slipstick::physics_test {

using namespace support;
namespace {

using Eigen::VectorXd;
using std::numbers::pi;

constexpr double kGravity = 9.81;

//      hinge
//        o
//        |\        I = m l² + 2/5 m r² = 1.001 kg m²,  m g l = 9.81 N m
//      1 m \       T = 4 sqrt(I / (m g l)) K(sin(θ0/2))
//        |θ0 O
/// Period of swings to the angle `amplitude`. K is computed from k' = cos(θ0/2).
double ExactPeriod(double amplitude) {
  return 4 * std::sqrt(1.001 / kGravity) * EllipticK(std::cos(amplitude / 2));
}

double MeasuredPeriod(const Model& model, double amplitude, double h) {
  PassiveMotion motion(model);
  SmoothState x{VectorXd::Constant(1, amplitude), VectorXd::Zero(1)};
  return 4 * AdvanceToZero(motion, h, x, [](const SmoothState& y) { return y.q(0); });
}

TEST(Pendulum, SwingsWithThePeriodOfTheEllipticIntegral) {
  const Model model = model::LoadUrdf(ModelPath("pendulum.urdf"));
  // RK4 at ω h = 0.003 makes an error of (ω h)⁴ / 120 = 7e-13 per radian of the oscillation, and T / 4 is one
  // and a half.
  for (const double amplitude : {1e-4, 0.1, 1.0, 2.0, 3.0}) {
    const double expected = ExactPeriod(amplitude);
    EXPECT_NEAR(MeasuredPeriod(model, amplitude, 1e-3), expected, 1e-11 * expected)
        << "amplitude " << amplitude;
  }
}

TEST(Pendulum, SwingsWithTheHarmonicPeriodWhenTheAmplitudeIsSmall) {
  const Model model = model::LoadUrdf(ModelPath("pendulum.urdf"));
  const double harmonic = 2 * pi * std::sqrt(1.001 / kGravity);
  const double small = 1e-4;  // lengthens the period by θ0²/16 = 6e-10
  EXPECT_NEAR(MeasuredPeriod(model, small, 1e-3), harmonic, 1e-9 * harmonic);
}

TEST(Pendulum, PeriodGrowsWithTheAmplitude) {
  const Model model = model::LoadUrdf(ModelPath("pendulum.urdf"));
  EXPECT_GT(MeasuredPeriod(model, 3.14, 1e-3), 4 * MeasuredPeriod(model, 0.1, 1e-3));
}

}  // namespace
}  // namespace slipstick::physics_test
