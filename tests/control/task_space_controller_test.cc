// Motions followed by task-space inverse dynamics: Solo, whose feet are points, does what its plans say.
#include "slipstick/control/followers/task_space_controller.h"

#include <gmock/gmock.h>

#include "slipstick/core/error.h"
#include "support/closed_loop.h"
#include "support/humanoid.h"
#include "support/sanitized.h"
#include "support/walk_observer.h"

namespace slipstick::control {

using namespace support;
namespace {

using Eigen::Vector3d;

/// Of Solo, from its start.
struct Moved {
  bool finished = false;
  int updates = 0, failures = 0;
  double lowest_com = 0.0, highest_com = 0.0;  ///< m
  double lift_off = 0.0;                       ///< most that the lowest foot rose, m
  Vector3d base = Vector3d::Zero();            ///< at the end, m
  double tilt = 0.0, speed = 0.0;              ///< of the base at the end, rad and m/s
  int feet_down = 0;                           ///< at the end
};

/// One of Solo's scenes, with the same motion by inverse dynamics.
Moved RunSolo(const std::string& motion, SceneEdits edits = {}) {
  edits.emplace_back("controller.kind", "tsid-" + motion);
  const Scene scene = EditedScene("solo-" + motion, edits);
  const LeggedRobot& robot = TaskSpaceControllerOf(scene).robot();
  Simulation simulation(scene);
  Workspace<double> ws(scene.world->model());
  Moved moved;
  const double foot = LowestFoot(robot, scene.initial, ws), com = CenterOfMass(robot, ws).z();
  simulation.Observe([&](const StepView& step) {
    moved.updates += step.control != nullptr;
    moved.failures += step.control && !step.control->solved();
    moved.lift_off = std::max(moved.lift_off, LowestFoot(robot, step.after, ws) - foot);
    const double rise = CenterOfMass(robot, ws).z() - com;
    moved.lowest_com = std::min(moved.lowest_com, rise),
    moved.highest_com = std::max(moved.highest_com, rise);
    moved.feet_down = static_cast<int>(
        std::count_if(step.report.contacts.begin(), step.report.contacts.end(),
                      [](const ContactReport& contact) { return contact.mode != ContactMode::kOpen; }));
  });
  simulation.Run();
  moved.finished = simulation.done();
  moved.base = (simulation.state().q - scene.initial.q).head<3>();
  moved.tilt = Tilt(simulation.state().q);
  moved.speed = simulation.state().v.head<3>().norm();
  return moved;
}

void ExpectToStandAgain(const Moved& moved) {
  EXPECT_TRUE(moved.finished);
  EXPECT_EQ(moved.failures, 0) << "of " << moved.updates;
  EXPECT_EQ(moved.feet_down, 4);
  EXPECT_LT(moved.tilt, 5e-3);   // rad
  EXPECT_LT(moved.speed, 0.03);  // m/s
}

/// Its centre of mass moves as the plan has it for the base, which moves by a tenth more, since feet stay
/// where they are.
TEST(TaskSpaceController, SoloSquatsByTheAmplitude) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const Moved moved = RunSolo("squat");
  ExpectToStandAgain(moved);
  EXPECT_EQ(moved.updates, 400) << "4 s, one every 10 ms";
  EXPECT_NEAR(moved.highest_com, 0.03, 3e-3);  // m
  EXPECT_NEAR(moved.lowest_com, -0.03, 3e-3);
  EXPECT_LT(moved.base.norm(), 2e-3);
}

/// Feet that swing for a fifth of a second need quicker gains than those of a humanoid.
TEST(TaskSpaceController, SoloTrotsForward) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const Moved moved = RunSolo("trot", {{"controller.com_kp", "100"},
                                       {"controller.foot_kp", "400"},
                                       {"controller.turn_weight", "1"},
                                       {"controller.turn_kp", "200"}});
  ExpectToStandAgain(moved);
  EXPECT_NEAR(moved.base.x(), 0.6, 0.02);  // m
  EXPECT_LT(std::abs(moved.base.y()), 0.01);
}

TEST(TaskSpaceController, SoloJumpsOffTheGroundAndLands) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const Moved moved = RunSolo("jump");
  ExpectToStandAgain(moved);
  EXPECT_GT(moved.lift_off, 0.14);     // m
  EXPECT_LT(moved.base.norm(), 0.01);  // m
}

/// A controller has no memory: the same state gives the same torques, whatever was asked before.
TEST(TaskSpaceController, RemembersNothing) {
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

TEST(TaskSpaceController, SharesTheLoadAmongAllPointsThatStand) {
  const World world = HumanoidWorld();
  const LeggedRobot robot(world.model(), kSoles, HumanoidStanding());
  TaskSpaceController controller(robot, MakeBipedWalk(robot), FindFootPoints(world, robot));
  Actuation actuation(world.model());
  State state = world.StateAt(robot.standing);
  for (const double t : {0.0, 1.7, 2.9}) {  // both, the left foot in the air, the right foot
    state.t = t;
    controller.Update(state, actuation);
    double wanted = 0.0;
    for (const TaskContact& contact : controller.tasks().contacts)
      if (contact.active) wanted += static_cast<double>(contact.points.size()) * contact.force.z();
    EXPECT_NEAR(wanted, robot.mass * 9.81, 1e-9);
    EXPECT_EQ(controller.tasks().contacts[0].active, t != 1.7);
    EXPECT_EQ(controller.tasks().contacts[1].active, t != 2.9);
    EXPECT_EQ(controller.tasks().frames.size(), t == 0.0 ? 1u : 2u) << "the base, and what swings";
  }
}

TEST(TaskSpaceController, RefusesPointsOfTooFewFeet) {
  const World world = HumanoidWorld();
  const LeggedRobot robot(world.model(), kSoles, HumanoidStanding());
  EXPECT_THROW(TaskSpaceController(robot, MakeBipedWalk(robot), {{Vector3d::Zero()}}), InputError);
}

/// The plan ends on its way up; what follows stands where it ended.
TEST(TaskSpaceController, StandsWhereItsPlanEnds) {
  const Moved moved =
      RunSolo("squat", {{"controller.ramp", "0"}, {"controller.duration", "0.4 s"}, {"duration", "3 s"}});
  EXPECT_TRUE(moved.finished);
  EXPECT_LT(moved.speed, 1e-3);  // m/s
  // 3 cm times sin(2 pi 0.5 Hz 0.4 s), and a millimetre for springs and for legs that weigh something
  EXPECT_NEAR(moved.base.z(), 0.0285, 3e-3);
}

std::string RefusalOf(const std::string& scene, const SceneEdits& edits) {
  try {
    EditedScene(scene, edits);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(TaskSpaceController, NeedsOneFrameForEachFoot) {
  EXPECT_THAT(RefusalOf("humanoid-walk", {{"controller.feet", "['l_sole', 'l_sole_front_left']"}}),
              ::testing::HasSubstr("are on one body and thus one foot"));
}

TEST(TaskSpaceController, NeedsFeetThatStandFlat) {
  EXPECT_THAT(RefusalOf("humanoid-walk", {{"robots.0.joints.LAnklePitch", "-0.2"}}),
              ::testing::HasSubstr("foot 'l_sole' touches with two points, an edge"));
}

}  // namespace
}  // namespace slipstick::control
