#include <gtest/gtest.h>

#include "slipstick/dynamics/configuration.h"
#include "slipstick/steppers/baseline/radau_stepper.h"
#include "support/contact_worlds.h"
#include "support/numbers.h"
#include "support/small_problems.h"
#include "support/tolerances.h"

namespace slipstick::steppers {

using namespace support;
namespace {

/// Largest error of x and v after `duration`.
template <class Problem>
double ErrorAfter(const Problem& problem, double h, double duration, const FieldValues& options = {}) {
  State state = problem.start;
  EXPECT_EQ(
      Advance(*MakeStepper("radau", problem.world, options), problem.actuation, h, duration, state).status,
      StepStatus::kOk);
  const PositionAndVelocity exact = problem.At(duration);
  return Larger(std::abs(state.q(0) - exact.x), std::abs(state.v(0) - exact.v));
}

TEST(Radau, HasOrderFiveOnASpring) {
  const MassOnSpring problem;
  const double coarse = ErrorAfter(problem, 0.02, 0.4), fine = ErrorAfter(problem, 0.01, 0.4);
  EXPECT_LT(coarse, 1e-6);
  EXPECT_NEAR(std::log2(coarse / fine), 5.0, 0.1);
}

// One step of ẋ = λ x is the Padé approximant (2, 3) of exp(h λ). With a damper alone, this holds for v.
TEST(Radau, DampsByItsStabilityFunction) {
  const World world = FreeCart(1.0);
  for (const double z : {-0.5, -3.0, -50.0}) {
    State state = world.InitialState();
    state.v(0) = 1.0;
    const Actuation damper = SpringsOf(world, One(0.0), One(-z));
    MakeStepper("radau", world)->Step(damper, 1.0, state);
    const double expected = (1 + 2 * z / 5 + z * z / 20) / (1 - 3 * z / 5 + 3 * z * z / 20 - z * z * z / 60);
    EXPECT_NEAR(state.v(0), expected, 1e-13) << z;
  }
}

TEST(Radau, FollowsTheSlowRateOfAStiffSpring) {
  const StiffSpringDamper problem;
  EXPECT_LT(ErrorAfter(problem, 1e-3, 0.1), 1e-6);
}

TEST(Radau, VeryStiffSpringActsAsARigidCoupling) {
  const TwoMassesOnSprings problem;
  State state = problem.start;
  Advance(*MakeStepper("radau", problem.world), problem.actuation, 1e-2, 1.0, state);
  EXPECT_NEAR(state.q(0), problem.x_end, 1e-6);
  EXPECT_NEAR(state.v(0), problem.v_end, 1e-5);
}

TEST(Radau, LoadedContactRestsAtItsSpringDeflection) {
  for (const char* newton : {"full", "per-attempt", "quasi"}) {
    const LoadOnContact problem;
    State state = problem.start;
    Advance(*MakeStepper("radau", problem.world, {{"newton", newton}}), problem.actuation, 1e-3, 1.0, state);
    EXPECT_NEAR(state.q(0), problem.q_end, kAccumulatedRounding) << newton;
    EXPECT_NEAR(state.v(0), 0.0, kAccumulatedRounding);
  }
}

// At 1 ms a robot that bounces on soft feet agrees with Runge-Kutta at 5 µs.
TEST(Radau, AgreesWithRungeKuttaAtFineSteps) {
  ContactMaterial soft;
  soft.stiffness = 5e3;
  soft.damping = 20.0;
  soft.dissipation = 1.0;
  soft.stiction_speed = 0.5;
  soft.mu_static = soft.mu_kinetic = 10.0;  // it does not slip
  const World world = SoloOnPoints(soft);
  State start = SoloStanding(world);
  start.q(2) -= 5e-4;
  for (const char* law : {"anchor", "regularized"}) {
    const Actuation actuation = HoldJoints(world, start, 20.0, 0.3);
    State state = start, reference = start;
    Advance(*MakeStepper("radau", world, {{"law", law}}), actuation, 1e-3, 0.02, state);
    Advance(*MakeStepper("rk4", world, {{"law", law}}), actuation, 5e-6, 0.02, reference);
    EXPECT_LT(LargestEntry(dynamics::Difference(world.model(), state.q, reference.q)), 1e-7) << law;
    EXPECT_LT(LargestDifference(state.v, reference.v), 1e-5) << law;
  }
}

}  // namespace
}  // namespace slipstick::steppers
