// Plans outside the kinematic reach are rejected with the time and the error; others are accepted.
#include "slipstick/control/followers/foot_reach.h"

#include <gmock/gmock.h>

#include "slipstick/control/plans/biped_walk.h"
#include "slipstick/control/plans/motions.h"
#include "support/humanoid.h"
#include "support/refusal.h"
#include "support/solo.h"

namespace slipstick::control {

using namespace support;
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

std::string RefusalOf(const LeggedRobot& robot, const MotionPlan& plan, const FootPoints& foot) {
  return Refusal([&] { RequireReach("test", robot, plan, std::vector<FootPoints>(robot.num_feet(), foot)); });
}

const FootPoints kPointFoot{Eigen::Vector3d::Zero()},
    kSole{{0.1, 0.1, 0.0}, {0.1, -0.1, 0.0}, {-0.1, 0.0, 0.0}};

std::string WalkRefusal(BipedWalkParameters parameters) {
  const LeggedRobot robot(Humanoid(), kSoles, HumanoidStanding());
  return RefusalOf(robot, BipedWalk(robot, parameters), kSole);
}

TEST(Reach, AcceptsReachableSteps) {
  EXPECT_EQ(WalkRefusal({}), "accepted");
  EXPECT_EQ(WalkRefusal({.step_length = 0.3}), "accepted");
  EXPECT_EQ(WalkRefusal({.step_length = -0.1}), "accepted");
}

TEST(Reach, RejectsStepsLongerThanTheLegsWithTheTime) {
  const std::string refusal = WalkRefusal({.step_length = 0.8});
  EXPECT_THAT(refusal, HasSubstr("test of 'humanoid': at t = "));
  EXPECT_THAT(refusal, HasSubstr(" mm within the joint limits"));
}

TEST(Reach, RejectsTooHighClearance) { EXPECT_NE(WalkRefusal({.clearance = 0.4}), "accepted"); }

TEST(Reach, PointFeetMayRotate) {
  const LeggedRobot robot = SoloRobot();
  for (const char* motion : {"squat", "jump", "trot"})
    EXPECT_EQ(RefusalOf(robot, *MakeMotion(motion, robot), kPointFoot), "accepted") << motion;
  EXPECT_THAT(RefusalOf(robot, *MakeMotion("squat", robot, {{"amplitude", "0.3"}}), kPointFoot),
              ContainsRegex("at t = 0\\.[0-9]+ s ('.._FOOT'|the centre of mass) cannot reach"));
}

}  // namespace
}  // namespace slipstick::control
