// Damping, dry friction, limits and feedback of joints, for every registered stepper and each of its flags
// and choices.
#include <gtest/gtest.h>

#include "support/contact_worlds.h"
#include "support/every_stepper.h"
#include "support/numbers.h"
#include "support/tolerances.h"

namespace slipstick::physics_test {

using namespace support;
namespace {

using Eigen::VectorXd;

class JointPhysics : public testing::TestWithParam<Method> {};

/// A cart of 2 kg on a level rail.
World Cart(JointSpec joint) {
  ModelBuilder builder("cart");
  builder.Add("cart", Inertia::Box(2.0, {0.1, 0.1, 0.1}), joint.Along(model::X));
  return WorldBuilder(builder.Build()).Build();
}

TEST_P(JointPhysics, DampingBringsACartToRestExponentially) {
  const World world = Cart(model::Prismatic("rail").Damping(3.0));
  State state = world.InitialState();
  state.v(0) = 1.0;
  Advance(*GetParam().Make(world), Actuation(world.model()), 1e-4, 1.0, state);
  EXPECT_NEAR(state.v(0), std::exp(-1.5), 2e-4);
}

TEST_P(JointPhysics, DryFrictionStopsACartAndHoldsItAgainstASmallerForce) {
  const World world = Cart(model::Prismatic("rail").Friction(4.0));
  State state = world.InitialState();
  state.v(0) = 1.0;
  Actuation actuation(world.model());
  Advance(*GetParam().Make(world), actuation, 2e-4, 1.0, state);
  EXPECT_NEAR(state.q(0), 2.0 / (2 * 4.0), 2e-3);  // m v² / 2F
  const double stopped = state.q(0);
  actuation.tau << 3.9;
  Advance(*GetParam().Make(world), actuation, 2e-4, 1.0, state);
  EXPECT_NEAR(state.q(0), stopped, 1e-4);
  EXPECT_NEAR(state.v(0), 0.0, 1e-9);
  actuation.tau << 5.0;
  Advance(*GetParam().Make(world), actuation, 2e-4, 1.0, state);
  EXPECT_NEAR(state.v(0), (5.0 - 4.0) / 2.0, 1e-2);
}

TEST_P(JointPhysics, LimitStopsACartWithoutRebound) {
  const World world = Cart(model::Prismatic("rail").Limits(-0.1, 0.2));
  State state = world.InitialState();
  state.v(0) = 1.0;
  Actuation actuation(world.model());
  actuation.tau << 1.0;
  double deepest = 0.0;
  auto stepper = GetParam().Make(world);
  for (int i = 0; i < 5000; ++i) {
    ASSERT_EQ(stepper->Step(actuation, 2e-4, state).status, StepStatus::kOk);
    deepest = Larger(deepest, state.q(0) - 0.2);
  }
  EXPECT_LT(deepest, 5e-3);  // v times the time constant
  EXPECT_NEAR(state.q(0), 0.2 + 1.0 / world.joint_laws()[0].limit_stiffness, 1e-5);
}

// m ẍ = kp (q_ref - x) - kd ẋ, critically damped: x = q_ref (1 - (1 + ω t) exp(-ω t))
TEST_P(JointPhysics, FeedbackMovesACartLikeADampedSpring) {
  const World world = Cart(model::Prismatic("rail"));
  State state = world.InitialState();
  Actuation actuation(world.model());
  const double omega = 10.0;
  actuation.kp = VectorXd::Constant(1, 2.0 * omega * omega);
  actuation.kd = VectorXd::Constant(1, 2.0 * 2.0 * omega);
  actuation.q_ref = VectorXd::Constant(1, 0.5);
  actuation.v_ref = VectorXd::Zero(1);
  Advance(*GetParam().Make(world), actuation, 1e-4, 0.2, state);
  EXPECT_NEAR(state.q(0), 0.5 * (1 - (1 + omega * 0.2) * std::exp(-omega * 0.2)), 5e-4);
}

TEST_P(JointPhysics, ExternalWrenchAcceleratesItsBody) {
  const World world = OnGround(BallModel(2.0, 0.1, kNoGravity), {});
  State state = world.InitialState();
  state.q(2) = 1.0;
  Actuation actuation(world.model());
  ExternalWrench wrench{0};
  wrench.force << 4.0, 0.0, 0.0;
  wrench.moment << 0.0, 0.0, 8e-3;
  actuation.wrenches.push_back(wrench);
  Advance(*GetParam().Make(world), actuation, 1e-3, 0.5, state);
  EXPECT_NEAR(state.v(0), 1.0, 1e-9);
  const double chord =
      GetParam().Has("inertia", "position-based") ? 1e-4 : 1e-9;  // difference from the arc of a step
  EXPECT_NEAR(state.v(5), 8e-3 / (0.4 * 2.0 * 0.01) * 0.5, chord);
}

INSTANTIATE_TEST_SUITE_P(All, JointPhysics, testing::ValuesIn(MethodsUnderLaw()), MethodTestName);

// Implicit terms are stable at steps at which explicit ones diverge.
TEST(ImplicitTerms, EulerWithImplicitJointsIsStableWithStiffFeedback) {
  const World world = Cart(model::Prismatic("rail"));
  Actuation actuation(world.model());
  actuation.kp = VectorXd::Constant(1, 1e6);
  actuation.kd = VectorXd::Constant(1, 1e3);
  actuation.q_ref = VectorXd::Constant(1, 0.5);
  actuation.v_ref = VectorXd::Zero(1);
  State explicit_state = world.InitialState(), implicit_state = explicit_state;
  EXPECT_NE(Advance(*steppers::MakeStepper("euler", world), actuation, 1e-2, 10.0, explicit_state).status,
            StepStatus::kOk);
  auto implicit =
      steppers::MakeStepper("euler", world, {{"implicit_joints", "true"}, {"semi_implicit", "true"}});
  EXPECT_EQ(Advance(*implicit, actuation, 1e-2, 10.0, implicit_state).status, StepStatus::kOk);
  EXPECT_NEAR(implicit_state.q(0), 0.5, 1e-9);
}

// Linearised, the spring behind dry friction would hold any force for one step.
TEST(ImplicitTerms, EulerWithImplicitJointsLimitsDryFriction) {
  const World world = Cart(model::Prismatic("rail").Friction(1.0));
  for (const char* semi_implicit : {"true", "false"}) {
    State state = world.InitialState();
    Actuation actuation(world.model());
    actuation.tau << 100.0;
    auto stepper = steppers::MakeStepper("euler", world,
                                         {{"implicit_joints", "true"}, {"semi_implicit", semi_implicit}});
    stepper->Step(actuation, 1e-2, state);
    EXPECT_NEAR(state.v(0), (100.0 - 1.0) / 2.0 * 1e-2, kAccumulatedRounding);
  }
}

// The work is the force at the end of the step times the displacement of the cart.
TEST(ImplicitTerms, EulerWithImplicitJointsAccountsForItsEnergy) {
  const World world = Cart(model::Prismatic("rail").Damping(30.0));
  State state = world.InitialState();
  state.v(0) = 1.0;
  auto stepper =
      steppers::MakeStepper("euler", world, {{"implicit_joints", "true"}, {"semi_implicit", "true"}});
  const EnergyReport energy = stepper->Step(Actuation(world.model()), 1e-2, state).energy;
  EXPECT_NEAR(state.v(0), 1.0 / (1.0 + 0.01 * 30.0 / 2.0), kAccumulatedRounding);
  EXPECT_NEAR(energy.joint_work, -30.0 * state.v(0) * 0.01 * state.v(0), kAccumulatedRounding);
}

}  // namespace
}  // namespace slipstick::physics_test
