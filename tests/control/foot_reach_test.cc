// A plan that legs cannot follow is refused, with the time and what is missed; one that they can is not.
#include "slipstick/control/foot_reach.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "slipstick/control/plans/biped_walk.h"
#include "slipstick/control/plans/motions.h"
#include "slipstick/core/error.h"
#include "support/humanoid.h"
#include "support/solo.h"

namespace slipstick::control {

using namespace support;
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

std::string RefusalOf(const LeggedRobot& robot, const MotionPlan& plan, const FootPoints& foot) {
  try {
    RequireReach("test", robot, plan, std::vector<FootPoints>(robot.num_feet(), foot));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

const FootPoints kPaw{Eigen::Vector3d::Zero()}, kSole{{0.1, 0.1, 0.0}, {0.1, -0.1, 0.0}, {-0.1, 0.0, 0.0}};

std::string WalkRefusal(BipedWalkParameters parameters) {
  const LeggedRobot robot(Humanoid(), kSoles, HumanoidStanding());
  return RefusalOf(robot, BipedWalk(robot, parameters), kSole);
}

TEST(Reach, StepsThatLegsCanTakeAreFine) {
  EXPECT_EQ(WalkRefusal({}), "");
  EXPECT_EQ(WalkRefusal({.step_length = 0.3}), "");
  EXPECT_EQ(WalkRefusal({.step_length = -0.1}), "");
}

TEST(Reach, StepsLongerThanLegsAreRefusedWithTheirTime) {
  const std::string refusal = WalkRefusal({.step_length = 0.8});
  EXPECT_THAT(refusal, HasSubstr("test of 'humanoid': at t = "));
  EXPECT_THAT(refusal, HasSubstr("mm away within the joint limits"));
}

TEST(Reach, LiftsHigherThanKneesBendAreRefused) { EXPECT_NE(WalkRefusal({.clearance = 0.4}), ""); }

TEST(Reach, PawsMayTurnAsTheyLike) {
  const LeggedRobot robot = SoloRobot();
  for (const char* motion : {"squat", "jump", "trot"})
    EXPECT_EQ(RefusalOf(robot, *MakeMotion(motion, robot), kPaw), "") << motion;
  EXPECT_THAT(RefusalOf(robot, *MakeMotion("squat", robot, {{"amplitude", "0.3"}}), kPaw),
              ContainsRegex("at t = 0\\.[0-9]+ s ('.._FOOT'|the centre of mass) cannot be at"));
}

}  // namespace
}  // namespace slipstick::control
