// Creep and cone violation of contacts whose motion and forces are known.
#include "slipstick/measure/contact_quality.h"

#include <gtest/gtest.h>

#include "slipstick/measure/closed_loop.h"
#include "support/contact_worlds.h"
#include "support/sample_scenes.h"
#include "support/tolerances.h"

namespace slipstick::measure {

using namespace support;
namespace {

/// Of shape 1 on shape 0 (friction 0.5), normal z.
ContactReport Touching(ContactMode mode, const Vec3<double>& force, const Vec3<double>& velocity,
                       uint64_t id = 7) {
  return {id, 0, 1, 0, -1, {}, {0.0, 0.0, 1.0}, -1e-4, -1e-4, force, velocity, mode};
}

class ContactQualityTest : public testing::Test {
 protected:
  ContactQualityTest() : world_(OnGround(BallModel(1.0, 0.1), Slippery())), quality_(world_) {}
  static ContactMaterial Slippery() {
    ContactMaterial material;
    material.mu_static = 0.5, material.mu_kinetic = 0.4;
    return material;
  }
  void Step(const std::vector<ContactReport>& contacts, double h = 1e-3) {
    StepReport report;
    report.contacts = contacts;
    quality_.Add(report, h);
  }

  World world_;
  ContactQuality quality_;
};

TEST_F(ContactQualityTest, CreepIsTheSpeedOfStickingContacts) {
  for (int i = 0; i < 200; ++i) Step({Touching(ContactMode::kStick, {0, 0, 10}, {3e-3, -4e-3, 0.5})});
  EXPECT_NEAR(quality_.creep_speed(), 5e-3, kRounding);  // along the surface only
}

TEST_F(ContactQualityTest, VibrationWithoutNetMotionIsNotCreep) {
  for (int i = 0; i < 200; ++i)
    Step({Touching(ContactMode::kStick, {0, 0, 10}, {i % 2 ? 1e-2 : -1e-2, 0, 0})});
  EXPECT_NEAR(quality_.creep_speed(), 0.0, kRounding);
}

TEST_F(ContactQualityTest, SlidingAndSettlingAreNotCreep) {
  for (int i = 0; i < 100; ++i) Step({Touching(ContactMode::kSlip, {0, 0, 10}, {1, 0, 0})});
  for (int i = 0; i < 20; ++i) Step({Touching(ContactMode::kStick, {0, 0, 10}, {1, 0, 0})});  // 20 ms
  EXPECT_EQ(quality_.creep_speed(), 0.0);
}

TEST_F(ContactQualityTest, CreepIsWeightedByTime) {
  for (int i = 0; i < 120; ++i)
    Step({Touching(ContactMode::kStick, {0, 0, 10}, {1e-3, 0, 0}, 1),
          Touching(i < 70 ? ContactMode::kStick : ContactMode::kSlip, {0, 0, 10}, {4e-3, 0, 0}, 2)});
  // 100 ms with 1 mm/s, and 50 ms with 4 mm/s
  EXPECT_NEAR(quality_.creep_speed(), (0.1 * 1e-3 + 0.05 * 4e-3) / 0.15, kAccumulatedRounding);
}

TEST_F(ContactQualityTest, ConeViolationIsAFractionOfTheLargestNormalForce) {
  Step({Touching(ContactMode::kStick, {3, 4, 10}, {})});  // on the cone
  EXPECT_NEAR(quality_.cone_violation(), 0.0, kRounding);
  Step({Touching(ContactMode::kSlip, {3, 4, 10}, {})});  // kinetic friction: 4 N allowed, 5 N found
  EXPECT_NEAR(quality_.cone_violation(), 0.1, kRounding);
  Step({Touching(ContactMode::kStick, {0, 0, 20}, {})});
  EXPECT_NEAR(quality_.cone_violation(), 0.05, kRounding);
  Step({Touching(ContactMode::kStick, {0, 0, -10}, {})});  // pulls
  EXPECT_NEAR(quality_.cone_violation(), 0.25, kRounding);
  Step({Touching(ContactMode::kOpen, {9, 9, 0}, {})});
  EXPECT_NEAR(quality_.cone_violation(), 0.25, kRounding);
}

//      ____     m g cos 20° = 9.218 N on four corners of 1e4 N/m: 0.23 mm deep
//   __/___/     m g sin 20° = 3.355 N < 0.5 · 9.218 N: held
TEST(RunQuality, OfABlockHeldByFrictionAgreesWithStatics) {
  const auto scene = Prepared(kHeldBlock);
  const ReferenceRun reference = RunReference(BuildFor(*scene, {"rk4"}, 1e-4));
  const RunQuality run = MeasureClosedLoop(BuildFor(*scene, {"implicit-euler"}, 1e-3), reference);
  EXPECT_TRUE(run.stable);
  EXPECT_TRUE(run.small_deviation);
  EXPECT_GT(run.penetration_depth, 0.23e-3);
  EXPECT_LT(run.penetration_depth, 0.46e-3);  // dropped from zero height, at most twice the static depth
  EXPECT_LT(run.creep, 0.2e-3);               // deflection of 0.08 mm along the slope, in half a second
  EXPECT_LT(run.cone_violation, 1e-9);
  EXPECT_EQ(run.not_converged, 0.0);
  EXPECT_LT(run.deviation, 0.1e-3);
}

}  // namespace
}  // namespace slipstick::measure
