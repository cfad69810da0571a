// Sinusoidal joint forces and targets agree with the formula.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "slipstick/control/schedules/waves_controller.h"
#include "slipstick/core/error.h"
#include "slipstick/model/generators.h"
#include "slipstick/steppers/registry.h"
#include "support/numbers.h"
#include "support/solo.h"
#include "support/tolerances.h"

namespace slipstick::control {

using namespace support;
namespace {

using Eigen::VectorXd;
using Quantity = JointWave::Quantity;

const Model& ThreeLinks() {
  static const Model model = model::Chain(3);
  return model;
}

State At(double t) {
  State state;
  state.t = t, state.q = state.v = VectorXd::Zero(3);
  return state;
}

TEST(Waves, ForceIsASineAroundTheMean) {
  WavesController waves(ThreeLinks(),
                        {{1, Quantity::kForce, {.mean = 2.0, .amplitude = 3.0, .frequency = 0.5}}});
  Actuation actuation(ThreeLinks());
  for (const double t : {0.0, 0.3, 1.7, 40.0}) {
    waves.Update(At(t), actuation);
    EXPECT_NEAR(actuation.tau[1], 2.0 + 3.0 * std::sin(std::numbers::pi * t), 1e-13) << t;  // rounding
    EXPECT_EQ(actuation.tau[0], 0.0);
    EXPECT_EQ(actuation.tau[2], 0.0);
  }
  EXPECT_FALSE(actuation.has_feedback());
}

TEST(Waves, ForcesOnOneJointAddUp) {
  const Wave cosine{.amplitude = 1.5, .frequency = 2.0, .phase = std::numbers::pi / 2};
  WavesController waves(ThreeLinks(), {{0, Quantity::kForce, {.mean = 1.0}}, {0, Quantity::kForce, cosine}});
  Actuation actuation(ThreeLinks());
  waves.Update(At(0.0), actuation);
  EXPECT_NEAR(actuation.tau[0], 2.5, kRounding);
}

TEST(Waves, PositionAndVelocityTargetsAreConsistent) {
  const Wave wave{.mean = 0.1, .amplitude = 0.2, .frequency = 3.0, .phase = 0.4};
  WavesController waves(ThreeLinks(),
                        {{2, Quantity::kPosition, wave, 50.0}, {0, Quantity::kForce, {.mean = 1.0}}},
                        {.kp = 7.0, .kd = 0.3});
  Actuation now(ThreeLinks()), later(ThreeLinks());
  const double t = 0.37, dt = 1e-6;
  waves.Update(At(t), now);
  waves.Update(At(t + dt), later);
  ASSERT_TRUE(now.has_feedback());
  EXPECT_EQ(now.kp, (VectorXd(3) << 0.0, 0.0, 50.0).finished());  // own gain
  EXPECT_EQ(now.kd, (VectorXd(3) << 0.0, 0.0, 0.3).finished());   // common gain
  EXPECT_NEAR(now.q_ref[2], 0.1 + 0.2 * std::sin(6.0 * std::numbers::pi * t + 0.4), kSumRounding);
  EXPECT_NEAR((later.q_ref[2] - now.q_ref[2]) / dt, now.v_ref[2],
              4e-5);  // half of 71 rad/s² times dt
  EXPECT_EQ(now.tau[0], 1.0);
}

TEST(Waves, PreviewShiftsTheTime) {
  const std::vector<JointWave> sine = {{0, Quantity::kForce, {.amplitude = 1.0, .frequency = 1.0}}};
  WavesController now(ThreeLinks(), sine), ahead(ThreeLinks(), sine, {}, 0.25);
  Actuation first(ThreeLinks()), second(ThreeLinks());
  now.Update(At(0.75), first);
  ahead.Update(At(0.5), second);
  EXPECT_EQ(first.tau, second.tau);
}

// Stiff implicit feedback moves a joint along a sine with time steps far longer than its time constant of 0.3
// ms.
TEST(Waves, MoveAJointAlongASine) {
  const World world = WorldBuilder(ThreeLinks()).Build();
  const auto stepper = steppers::MakeStepper("tamsi", world);
  const Wave wave{.amplitude = 0.3, .frequency = 1.0};
  const double h = 5e-3;
  WavesController waves(world.model(), {{0, Quantity::kPosition, wave}},
                        {.kp = 1e6, .kd = 1e4, .respect_effort_limits = false}, h);
  State state = world.InitialState();
  Actuation actuation(world.model());
  double error = 0.0;
  for (int k = 0; k < 200; ++k) {
    waves.Update(state, actuation);
    stepper->Step(actuation, h, state);
    error = Larger(error, std::abs(state.q[0] - wave.At(state.t).p));
  }
  EXPECT_LT(error,
            0.01);  // rad; three time steps at 1.9 rad/s, to which the target velocity jumps at the start
}

TEST(Waves, RejectInvalidJoints) {
  EXPECT_THROW(WavesController(Solo(), {{0, Quantity::kForce, {}}}), InputError);  // a free body
  EXPECT_THROW(WavesController(ThreeLinks(), {{0, Quantity::kPosition, {}, -1.0}}), InputError);
  EXPECT_THROW(WavesController(ThreeLinks(), {{0, Quantity::kPosition, {}}, {0, Quantity::kPosition, {}}}),
               InputError);
}

}  // namespace
}  // namespace slipstick::control
