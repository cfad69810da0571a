// Controllers allocate nothing after their first update. A program of its own, since it replaces the
// allocator.
#include <gtest/gtest.h>

#include "slipstick/control/followers/gait_controller.h"
#include "slipstick/control/followers/task_space_controller.h"
#include "slipstick/control/followers/tracking_controller.h"
#include "slipstick/control/hands/keyframe_controller.h"
#include "slipstick/control/plans/biped_walk.h"
#include "slipstick/control/plans/jump.h"
#include "slipstick/control/plans/trot.h"
#include "slipstick/control/schedules/disturbed_controller.h"
#include "slipstick/control/schedules/hold_controller.h"
#include "slipstick/control/schedules/timetable_controller.h"
#include "slipstick/control/schedules/waves_controller.h"
#include "slipstick/dynamics/kinematics.h"
#include "slipstick/model/urdf/urdf_reader.h"
#include "support/count_allocations.h"
#include "support/humanoid.h"
#include "support/solo.h"

namespace slipstick::control {

using namespace support;
namespace {

State SoloAt(double t) {
  State state;
  state.t = t;
  state.q = SoloStanding(), state.v = Eigen::VectorXd::Constant(18, 0.1);
  return state;
}

/// Allocations of all updates of a motion except the first.
long AllocationsOf(Controller& controller) {
  Actuation actuation(Solo());
  controller.Update(SoloAt(0.0), actuation);
  long allocations = 0;
  for (double t = 0.0; t < 2.0; t += 0.05) {
    const State state = SoloAt(t);
    allocations += allocation::In([&] { controller.Update(state, actuation); });
  }
  return allocations;
}

TEST(ControlAllocationCounter, Counts) {
  EXPECT_GE(allocation::In([] { ::operator delete(::operator new(8)); }), 1);
  EXPECT_EQ(allocation::In([] {}), 0);
#ifdef SLIPSTICK_COUNTS_MALLOC
  Eigen::VectorXd kept;
  EXPECT_GE(allocation::In([&] { kept.setZero(100); }), 1);
#endif
}

TEST(ControlAllocation, NoneInBipedWalkPlan) {
  const Model model = model::LoadUrdf(SLIPSTICK_MODELS_DIR "/humanoid.urdf");
  const BipedWalk walk(LeggedRobot(model, {"l_ankle", "r_ankle"}, model.neutral()));
  double sum = 0.0;
  const long allocations = allocation::In([&] {
    for (double t = 0.0; t < walk.duration(); t += 0.05)
      for (int foot = 0; foot < 2; ++foot)
        sum += walk.Body(t).p.x() + walk.Foot(foot, t).p.x() + walk.IsInStance(foot, t) +
               walk.ZeroMomentPoint(t).x();
  });
  EXPECT_EQ(allocations, 0);
  EXPECT_GT(sum, 0.0);
}

TEST(ControlAllocation, NoneInDisturbances) {
  const ExternalWrench wrench{0};
  // no disturbance at the first update, later one, then two at once
  DisturbedController controller(std::make_shared<HoldController>(Solo(), SoloStanding()),
                                 {{wrench, 0.5, 0.5}, {wrench, 0.7, 1.0}}, 0.05);
  EXPECT_EQ(AllocationsOf(controller), 0);
}

TEST(ControlAllocation, NoneInTrackingController) {
  const LeggedRobot robot = SoloRobot();
  for (const auto& plan : {MakeTrot(robot), MakeJump(robot)}) {
    const auto reference = std::make_shared<ReferenceMotion>(robot, plan, ForceDistributionOptions{}, 0.02);
    for (const bool base_feedback : {false, true})
      for (const FeedbackBy by : {FeedbackBy::kStepper, FeedbackBy::kController}) {
        TrackingOptions options;
        options.base_feedback = base_feedback;
        options.joints.by = by;
        TrackingController controller(reference, options);
        EXPECT_EQ(AllocationsOf(controller), 0);
      }
  }
}

State HumanoidAt(double t) {
  State state;
  state.t = t;
  state.q = HumanoidStanding(), state.v = Eigen::VectorXd::Constant(Humanoid().nv(), 0.01);
  return state;
}

/// The first gait cycle may allocate: double support, left swing, double support, right swing.
TEST(ControlAllocation, NoneInTaskSpaceController) {
  const World world = HumanoidWorld();
  const LeggedRobot robot(world.model(), kSoles, HumanoidStanding());
  const auto plan = std::make_shared<BipedWalk>(robot);
  ASSERT_EQ(plan->footsteps().size(), 4u);
  for (const bool two_levels : {false, true})
    for (const bool warm_start : {false, true}) {
      TaskTrackingOptions options;
      options.two_levels = two_levels, options.solver.warm_start = warm_start;
      TaskSpaceController controller(robot, plan, FindFootPoints(world, robot), options);
      Actuation actuation(world.model());
      const double first_round = plan->footsteps()[2].lift_off;
      for (double t = 0.0; t < first_round; t += 0.1) controller.Update(HumanoidAt(t), actuation);
      long allocations = 0;
      int airborne[2] = {0, 0};
      for (double t = first_round; t < plan->duration() + 0.1; t += 0.05) {
        const State state = HumanoidAt(t);
        allocations += allocation::In([&] { controller.Update(state, actuation); });
        for (int foot : {0, 1}) airborne[foot] += !controller.tasks().contacts[foot].active;
      }
      EXPECT_EQ(allocations, 0) << (two_levels ? "two levels" : "one level");
      EXPECT_GT(airborne[0], 10);
      EXPECT_GT(airborne[1], 10);
    }
}

/// Different task sets, including infeasible ones that go through all fallbacks.
TEST(ControlAllocation, NoneInTaskSpaceAfterTheLargestTaskSet) {
  const World world = HumanoidWorld();
  const LeggedRobot robot(world.model(), kSoles, HumanoidStanding());
  TaskSpaceController maker(robot, std::make_shared<BipedWalk>(robot), FindFootPoints(world, robot));
  Actuation actuation(world.model());
  maker.Update(HumanoidAt(0.0), actuation);
  TaskSet tasks = maker.tasks();
  TaskSpace task_space(world.model(), robot.base);
  State state = HumanoidAt(0.0);
  tasks.center_of_mass->target.a.z() = -100.0;  // infeasible: feet cannot pull
  task_space.Solve(state.q, state.v, tasks);
  for (const bool left : {true, false})
    for (const bool right : {true, false})
      for (const double up : {0.0, 1e3}) {  // m/s²; the latter exceeds the effort limits
        tasks.contacts[0].active = left, tasks.contacts[1].active = right;
        tasks.center_of_mass->target.a.z() = up;
        EXPECT_EQ(allocation::In([&] { task_space.Solve(state.q, state.v, tasks); }), 0);
      }
}

TEST(ControlAllocation, NoneInWavesController) {
  WavesController waves(Solo(), {{1, JointWave::Quantity::kForce}, {2, JointWave::Quantity::kPosition}});
  EXPECT_EQ(AllocationsOf(waves), 0);
}

TEST(ControlAllocation, NoneInGaitController) {
  const LeggedRobot robot = SoloRobot();
  GaitController walk(robot, *MakeTrot(robot));
  EXPECT_EQ(AllocationsOf(walk), 0);
}

TEST(ControlAllocation, NoneInTimetableController) {
  TimetableController timetable(Solo(), SoloStanding(), {{1, 0.0, 0.5, 0.3}, {1, 0.7, 0.5, 0.2}});
  EXPECT_EQ(AllocationsOf(timetable), 0);
}

TEST(ControlAllocation, NoneInHoldAndNoController) {
  HoldController hold(Solo(), SoloStanding());
  EXPECT_EQ(AllocationsOf(hold), 0);
  NoController none;
  EXPECT_EQ(AllocationsOf(none), 0);
}

TEST(ControlAllocation, NoneInKeyframeController) {
  const World world = WorldBuilder(model::LoadUrdf(SLIPSTICK_MODELS_DIR "/iiwa7_gripper.urdf")).Build();
  Eigen::VectorXd q = world.model().neutral();
  q[1] = 0.5, q[3] = -2.0;
  const int frame = world.model().frame("grasp");
  Workspace<double> ws(world.model());
  dynamics::ForwardKinematics<double>(world.model(), q, ws);
  const HandKey key{1.0, dynamics::FramePose(world.model(), ws, frame), 0.05};
  KeyframeController controller(world, q, {frame, {7, 8}, {key}});
  Actuation actuation(world.model());
  State state = world.StateAt(q);
  controller.Update(state, actuation);
  for (state.t = 0.1; state.t < 2.0; state.t += 0.1)
    EXPECT_EQ(allocation::In([&] { controller.Update(state, actuation); }), 0);
}

}  // namespace
}  // namespace slipstick::control
