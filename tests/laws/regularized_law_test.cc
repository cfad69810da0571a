#include "slipstick/laws/regularized_law.h"

#include <gtest/gtest.h>

#include "support/tolerances.h"

namespace slipstick::laws {

using namespace support;
namespace {

using V = Vec3<double>;

ContactMaterial Pad() {
  ContactMaterial material;
  material.stiffness = 2e4;
  material.dissipation = 3.0;
  material.mu_static = material.mu_kinetic = 0.6;
  material.stiction_speed = 1e-3;
  return material;
}

TEST(RegularizedLaw, NormalForceIsContinuousAndNeverPulls) {
  const ContactMaterial m = Pad();
  EXPECT_EQ(HuntCrossley(-1e-3, 5.0, m).force, 0.0);
  EXPECT_EQ(HuntCrossley(0.0, 5.0, m).force, 0.0);
  EXPECT_DOUBLE_EQ(HuntCrossley(1e-3, 0.0, m).force, 20.0);
  EXPECT_DOUBLE_EQ(HuntCrossley(1e-3, 0.5, m).force, 50.0);
  EXPECT_EQ(HuntCrossley(1e-3, -1.0, m).force, 0.0);  // separates faster than 1 / d
}

TEST(RegularizedLaw, DerivativesOfTheNormalForceMatchFiniteDifferences) {
  const ContactMaterial m = Pad();
  const double e = 1e-7;
  constexpr double kOverStep = 1e-4;  // N/m, N s/m: rounding of some 10 N over 2e-7
  for (const double depth : {-1e-3, 1e-3, 2e-3})
    for (const double rate : {-1.0, -0.2, 0.4}) {
      const NormalForce at = HuntCrossley(depth, rate, m);
      EXPECT_NEAR(at.by_depth,
                  (HuntCrossley(depth + e, rate, m).force - HuntCrossley(depth - e, rate, m).force) / (2 * e),
                  kOverStep);
      EXPECT_NEAR(at.by_rate,
                  (HuntCrossley(depth, rate + e, m).force - HuntCrossley(depth, rate - e, m).force) / (2 * e),
                  kOverStep);
    }
}

class RegularizedFrictionTest : public testing::TestWithParam<FrictionRise> {
 protected:
  static RegularizedForce At(double normal_force, const V& slip) {
    return RegularizedFriction(normal_force, kNormal, slip, GetParam(), Pad());
  }
  static constexpr V kNormal{0.0, 0.6, 0.8};
};

TEST_P(RegularizedFrictionTest, OpposesSlipAndStaysInTheCone) {
  for (const double speed : {0.0, 3e-4, 1e-3, 0.2}) {
    const V slip = speed * V{0.8, -0.48, 0.36};
    const RegularizedForce f = At(50.0, slip);
    EXPECT_LE(Dot(f.friction, slip), 0.0);
    EXPECT_LE(Length(f.friction), 0.6 * 50.0 * (1 + kAccumulatedRounding));
    EXPECT_NEAR(Dot(f.friction, kNormal), 0.0, kAccumulatedRounding);
    EXPECT_TRUE(speed < 1e-3 || std::abs(Length(f.friction) - 30.0) < kForceRounding);
  }
}

TEST_P(RegularizedFrictionTest, DerivativesMatchFiniteDifferences) {
  for (const double speed : {0.0, 3e-4, 2e-3}) {
    const V slip = speed * V{0.8, -0.48, 0.36};
    const RegularizedForce at = At(50.0, slip);
    const double e = 1e-9;
    for (const V& along : {V{1, 0, 0}, V{0, 0.8, -0.6}}) {
      const V difference = (0.5 / e) * (At(50.0, slip + e * along).force - At(50.0, slip - e * along).force);
      EXPECT_NEAR(Length(at.by_slip * along - difference), 0.0, 0.05) << speed;  // of 3e4 N s/m
    }
    EXPECT_NEAR(Length(at.by_slip * kNormal), 0.0, kForceRounding);
    const V by_normal_force = At(51.0, slip).force - At(50.0, slip).force;
    EXPECT_NEAR(Length(at.by_normal_force - by_normal_force), 0.0, kForceRounding);
  }
}
INSTANTIATE_TEST_SUITE_P(Rises, RegularizedFrictionTest,
                         testing::Values(FrictionRise::kLinear, FrictionRise::kQuadratic));

}  // namespace
}  // namespace slipstick::laws
