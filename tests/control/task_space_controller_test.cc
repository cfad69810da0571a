// Task-space control in closed loop: Solo with point feet follows its plans.
#include "slipstick/control/followers/task_space_controller.h"

#include <gmock/gmock.h>

#include "slipstick/core/error.h"
#include "support/closed_loop.h"
#include "support/edited_scene.h"
#include "support/humanoid.h"
#include "support/lowest_foot.h"
#include "support/numbers.h"
#include "support/refusal.h"
#include "support/sanitized.h"
#include "support/walk_observer.h"

namespace slipstick::control {

using namespace support;
namespace {

using Eigen::Vector3d;

/// Measured displacements of Solo from its start.
struct SoloResult {
  bool finished = false;
  int updates = 0, failures = 0;
  double lowest_com = 0.0, highest_com = 0.0;  ///< m
  double lift_off = 0.0;                       ///< most that the lowest foot rose, m
  Vector3d base = Vector3d::Zero();            ///< at the end, m
  double tilt = 0.0, speed = 0.0;              ///< of the base at the end, rad and m/s
  int feet_down = 0;                           ///< at the end
};

/// Runs a scene of Solo with the task-space variant of its controller.
SoloResult RunSolo(const std::string& motion, SceneEdits edits = {}) {
  edits.emplace_back("controller.kind", "tsid-" + motion);
  const Scene scene = EditedScene("solo-" + motion, edits);
  const LeggedRobot& robot = TaskSpaceControllerOf(scene).robot();
  Simulation simulation(scene);
  Workspace<double> ws(scene.world->model());
  SoloResult result;
  const double foot = LowestFoot(robot, scene.initial, ws), com = CenterOfMass(robot, ws).z();
  simulation.Observe([&](const StepView& step) {
    result.updates += step.control != nullptr;
    result.failures += step.control && !step.control->solved();
    result.lift_off = Larger(result.lift_off, LowestFoot(robot, step.after, ws) - foot);
    const double rise = CenterOfMass(robot, ws).z() - com;
    result.lowest_com = Smaller(result.lowest_com, rise),
    result.highest_com = Larger(result.highest_com, rise);
    result.feet_down = static_cast<int>(
        std::count_if(step.report.contacts.begin(), step.report.contacts.end(),
                      [](const ContactReport& contact) { return contact.mode != ContactMode::kOpen; }));
  });
  simulation.Run();
  result.finished = simulation.done();
  result.base = (simulation.state().q - scene.initial.q).head<3>();
  result.tilt = Tilt(simulation.state().q);
  result.speed = simulation.state().v.head<3>().norm();
  return result;
}

void ExpectStandsAtTheEnd(const SoloResult& result) {
  EXPECT_TRUE(result.finished);
  EXPECT_EQ(result.failures, 0) << "of " << result.updates;
  EXPECT_EQ(result.feet_down, 4);
  EXPECT_LT(result.tilt, 5e-3);   // rad
  EXPECT_LT(result.speed, 0.03);  // m/s
}

/// The centre of mass follows the planned motion of the base; the base itself moves by a tenth more, since
/// the feet stay in place.
TEST(TaskSpaceController, SoloSquatsByTheAmplitude) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const SoloResult result = RunSolo("squat");
  ExpectStandsAtTheEnd(result);
  EXPECT_EQ(result.updates, 400) << "4 s, one every 10 ms";
  EXPECT_NEAR(result.highest_com, 0.03, 3e-3);  // m
  EXPECT_NEAR(result.lowest_com, -0.03, 3e-3);
  EXPECT_LT(result.base.norm(), 2e-3);
}

/// Swings of 0.2 s need higher gains than those of a humanoid.
TEST(TaskSpaceController, SoloTrotsForward) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const SoloResult result = RunSolo("trot", {{"controller.com_kp", "100"},
                                             {"controller.foot_kp", "400"},
                                             {"controller.turn_weight", "1"},
                                             {"controller.turn_kp", "200"}});
  ExpectStandsAtTheEnd(result);
  EXPECT_NEAR(result.base.x(), 0.6, 0.02);  // m
  EXPECT_LT(std::abs(result.base.y()), 0.01);
}

TEST(TaskSpaceController, SoloJumpsOffTheGroundAndLands) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const SoloResult result = RunSolo("jump");
  ExpectStandsAtTheEnd(result);
  EXPECT_GT(result.lift_off, 0.14);     // m
  EXPECT_LT(result.base.norm(), 0.01);  // m
}

/// The same state gives the same torques, independent of earlier updates.
TEST(TaskSpaceController, HasNoMemory) {
  const World world = HumanoidWorld();
  const LeggedRobot robot(world.model(), kSoles, HumanoidStanding());
  const auto make = [&] {
    return TaskSpaceController(robot, MakeBipedWalk(robot), FindFootPoints(world, robot));
  };
  TaskSpaceController fresh = make(), used = make();
  Actuation expected(world.model()), found(world.model());
  State state = world.StateAt(robot.standing);
  for (const double t : {0.0, 1.7, 1.15, 2.9}) {
    state.t = t, state.v.setConstant(0.01 * t);
    used.Update(state, found);
  }
  state.t = 1.7, state.v.setConstant(0.02);
  fresh.Update(state, expected);
  used.Update(state, found);
  EXPECT_EQ(found.tau, expected.tau);
}

TEST(TaskSpaceController, DistributesTheWeightToAllStancePoints) {
  const World world = HumanoidWorld();
  const LeggedRobot robot(world.model(), kSoles, HumanoidStanding());
  TaskSpaceController controller(robot, MakeBipedWalk(robot), FindFootPoints(world, robot));
  Actuation actuation(world.model());
  State state = world.StateAt(robot.standing);
  for (const double t : {0.0, 1.7, 2.9}) {  // double support, left swing, right swing
    state.t = t;
    controller.Update(state, actuation);
    double desired = 0.0;
    for (const TaskContact& contact : controller.tasks().contacts)
      if (contact.active) desired += static_cast<double>(contact.points.size()) * contact.force.z();
    EXPECT_NEAR(desired, robot.mass * 9.81, 1e-9);
    EXPECT_EQ(controller.tasks().contacts[0].active, t != 1.7);
    EXPECT_EQ(controller.tasks().contacts[1].active, t != 2.9);
    EXPECT_EQ(controller.tasks().frames.size(), t == 0.0 ? 1u : 2u) << "the base and the swinging foot";
  }
}

TEST(TaskSpaceController, RejectsPointsOfTooFewFeet) {
  const World world = HumanoidWorld();
  const LeggedRobot robot(world.model(), kSoles, HumanoidStanding());
  EXPECT_THROW(TaskSpaceController(robot, MakeBipedWalk(robot), {{Vector3d::Zero()}}), InputError);
}

/// The plan ends during upward motion; the robot then rests at its last position.
TEST(TaskSpaceController, RestsWhereItsPlanEnds) {
  const SoloResult result =
      RunSolo("squat", {{"controller.ramp", "0"}, {"controller.duration", "0.4 s"}, {"duration", "3 s"}});
  EXPECT_TRUE(result.finished);
  EXPECT_LT(result.speed, 1e-3);  // m/s
  // 3 cm times sin(2 pi 0.5 Hz 0.4 s); 3 mm for contact compliance and the mass of the legs
  EXPECT_NEAR(result.base.z(), 0.0285, 3e-3);
}

std::string RefusalOf(const std::string& scene, const SceneEdits& edits) {
  return Refusal([&] { EditedScene(scene, edits); });
}

TEST(TaskSpaceController, RequiresOneFramePerFoot) {
  EXPECT_THAT(RefusalOf("humanoid-walk", {{"controller.feet", "['l_sole', 'l_sole_front_left']"}}),
              ::testing::HasSubstr("are on the same body"));
}

TEST(TaskSpaceController, RequiresFlatFeet) {
  EXPECT_THAT(RefusalOf("humanoid-walk", {{"robots.0.joints.LAnklePitch", "-0.2"}}),
              ::testing::HasSubstr("foot 'l_sole' has two contact points, an edge"));
}

}  // namespace
}  // namespace slipstick::control
