// Finger forces agree with statics, for several steppers.
#include "slipstick/control/hands/finger_touch.h"

#include <gtest/gtest.h>

#include "slipstick/dynamics/kinematics.h"
#include "slipstick/steppers/registry.h"
#include "support/gripper_world.h"

namespace slipstick::control {

using namespace support;
namespace {

constexpr double kWeight = 9.81 * kBlockMass;  // N

/// After two seconds with this closing force, N.
TouchReading ReadAfterGrasp(const World& world, const std::string& stepper_name, double force) {
  const auto stepper = steppers::MakeStepper(stepper_name, world, {});
  State state = GripperState(world);
  Actuation actuation(world.model());
  actuation.tau.head<2>().setConstant(-force);
  for (int k = 0; k < 4000; ++k) stepper->Step(actuation, 5e-4, state);
  Workspace<double> ws(world.model());
  dynamics::ForwardKinematics<double>(world.model(), state.q, ws);
  return FingerTouch(world, {0, 1}).Read(state, ws);
}

TEST(FingerTouch, MeasuresTheLoadOfAHangingBlock) {
  for (const char* stepper : {"tamsi", "relaxed", "expo", "implicit-euler"}) {
    const TouchReading touch = ReadAfterGrasp(GripperWorld(false), stepper, 10.0);
    constexpr double kSettled = 0.01;  // N, remaining transient of the grasp
    EXPECT_TRUE(touch.holds) << stepper;
    EXPECT_TRUE(touch.hangs()) << stepper;
    for (const double force : touch.normal_force) EXPECT_NEAR(force, 10.0, kSettled) << stepper;
    EXPECT_NEAR(touch.friction_load, 0.5 * kWeight, kSettled) << stepper;
    EXPECT_NEAR(touch.weight, kWeight, kSettled) << stepper;
    EXPECT_EQ(touch.support, 0.0) << stepper;
  }
}

// With friction 0.8 and a normal force of 0.5 N each, two fingers carry at most 0.8 N.
TEST(FingerTouch, MeasuresTheSupportOfTheGround) {
  const TouchReading touch = ReadAfterGrasp(GripperWorld(true), "tamsi", 0.5);
  EXPECT_TRUE(touch.holds);
  EXPECT_FALSE(touch.hangs());
  EXPECT_NEAR(touch.weight + touch.support, kWeight, 0.01);  // N
  EXPECT_GT(touch.support, kWeight - 0.81);
}

TEST(FingerTouch, ReadsZeroWithoutContact) {
  const World world = GripperWorld(true);
  Workspace<double> ws(world.model());
  const State state = GripperState(world);
  dynamics::ForwardKinematics<double>(world.model(), state.q, ws);
  const TouchReading touch = FingerTouch(world, {0, 1}).Read(state, ws);
  EXPECT_FALSE(touch.holds);
  EXPECT_FALSE(touch.hangs());
  EXPECT_EQ(touch.normal_force[0], 0.0);
}

}  // namespace
}  // namespace slipstick::control
