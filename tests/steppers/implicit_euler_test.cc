#include <gtest/gtest.h>

#include "core/numbers.h"
#include "core/rotation.h"
#include "steppers/worlds.h"

namespace slipstick {
namespace {

TEST(ImplicitEuler, StandsAt10MillisecondsOnStiffFeet) {
  const World world = SoloOnPoints();  // 1e5 N/m
  State state = SoloStanding(world);
  const Actuation actuation = HoldJoints(world, state, 20.0, 0.3);
  auto stepper = MakeStepper("implicit-euler", world);
  const StepReport report = Advance(*stepper, actuation, 1e-2, 2.0, state);
  EXPECT_EQ(report.status, StepStatus::kOk);
  EXPECT_LE(report.iterations, 3);
  EXPECT_NEAR(state.q(2), 0.222996, 0.02);
  EXPECT_LT(LargestEntry(state.v), 1e-3);
}

TEST(ImplicitEuler, ConvergesQuadratically) {
  const World world = SoloOnPoints();
  State state = SoloStanding(world);
  const Actuation actuation = HoldJoints(world, state, 20.0, 0.3);
  Advance(*MakeStepper("implicit-euler", world), actuation, 1e-3, 0.1, state);
  // as many iterations as asked for: the residual is squared each time
  double previous = 1.0;
  for (const char* iterations : {"1", "2", "3"}) {
    State moved = state;
    moved.v(2) -= 0.01;  // a push
    auto stepper =
        MakeStepper("implicit-euler", world, {{"max_iterations", iterations}, {"tolerance", "1e-15"}});
    const double residual = stepper->Step(actuation, 1e-3, moved).residual;
    EXPECT_LT(residual, 10.0 * previous * previous + 1e-12) << iterations;
    previous = residual;
  }
  EXPECT_LT(previous, 1e-8);
}

TEST(ImplicitEuler, SaysWhenItDidNotConverge) {
  const World world = SoloOnPoints();
  State state = SoloStanding(world);
  state.v(2) = -1.0;
  auto stepper = MakeStepper("implicit-euler", world, {{"max_iterations", "1"}});
  const StepReport& report = stepper->Step(Actuation(world.model()), 1e-2, state);
  EXPECT_EQ(report.status, StepStatus::kNotConverged);
  EXPECT_GT(report.residual, 1e-6);
  EXPECT_DOUBLE_EQ(state.t, 1e-2);
}

// The arm of the force turns with the body: without its derivative Newton's method would crawl or fail here.
TEST(ImplicitEuler, ConvergesFastUnderALargeForceBesideTheCentre) {
  const World world = OnGround(LooseBody(Inertia::Box(1.0, {1.0, 0.05, 0.05}), SphereGeometry{0.01}), {});
  State state = world.InitialState();
  state.q(2) = 10.0;
  Actuation actuation(world.model());
  ExternalWrench wrench{0};
  wrench.p_B << 0.5, 0.0, 0.0;
  wrench.force << 0.0, 0.0, 800.0;
  actuation.wrenches.push_back(wrench);
  auto stepper = MakeStepper("implicit-euler", world);
  for (int k = 0; k < 5; ++k) {
    const StepReport& report = stepper->Step(actuation, 1e-2, state);
    ASSERT_EQ(report.status, StepStatus::kOk);
    EXPECT_LE(report.iterations, 8);
  }
}

// The anchors were set back by the way slid before there was a contact, and their springs pushed the block on.
TEST(ImplicitEuler, ATouchdownThatSlidesStretchesNoSpringAgainstTheMotion) {
  const World world = OnGround(BlockModel(1.0, {0.2, 0.2, 0.1}), {});
  State state = world.InitialState();
  state.q(2) = 0.05;
  state.v(0) = 0.5;
  state.v(2) = -0.1;
  MakeStepper("implicit-euler", world)->Step(Actuation(world.model()), 1e-3, state);
  const Mat3<double> R = ToMatrix(Quaternion<double>{{state.q(3), state.q(4), state.q(5)}, state.q(6)});
  ASSERT_FALSE(state.contacts.empty());
  for (const ContactMemory& contact : state.contacts) {
    EXPECT_TRUE(contact.slipping);
    EXPECT_GT(state.q(0) + (R * contact.p_A).x - contact.p_B.x, 0.0);
  }
}

}  // namespace
}  // namespace slipstick
