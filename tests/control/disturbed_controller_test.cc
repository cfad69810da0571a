// Disturbances on top of another controller: their impulse is force times duration for any update times.
#include "slipstick/control/schedules/disturbed_controller.h"

#include <gtest/gtest.h>

#include "slipstick/control/schedules/hold_controller.h"
#include "slipstick/core/random.h"
#include "support/solo.h"
#include "support/tolerances.h"

namespace slipstick::control {

using namespace support;
namespace {

using Eigen::Vector3d;

State StandingAt(double t) {
  State state;
  state.t = t;
  state.q = SoloStanding(), state.v = Eigen::VectorXd::Zero(18);
  return state;
}

const ExternalWrench kWrench{3, {0.1, 0.2, 0.3}, {1.0, -2.0, 3.0}, {0.5, 0.0, -0.1}};

TEST(DisturbedController, ImpulseIsForceTimesDurationForAnyControlPeriod) {
  Random random(7);
  Actuation actuation(Solo());
  for (int trial = 0; trial < 200; ++trial) {
    const double at = random.Uniform(0.0, 0.5);
    const double over = trial % 2 == 0 ? random.Uniform(0.0, 0.4) : random.Uniform(0.0, 1e-4);
    const double period = random.Uniform(1e-3, 0.3);
    DisturbedController controller(nullptr, {{kWrench, at, over}}, period);
    Vector3d impulse = Vector3d::Zero(), angular_impulse = Vector3d::Zero();
    for (int k = 0; k * period < 1.0; ++k) {
      controller.Update(StandingAt(k * period), actuation);
      for (const ExternalWrench& wrench : actuation.wrenches) {
        EXPECT_EQ(wrench.body, 3);
        EXPECT_EQ(wrench.p_B, kWrench.p_B);
        impulse += period * wrench.force, angular_impulse += period * wrench.moment;
      }
    }
    // a billionth of a period is rounded at each end
    const double rounding = 2e-9 * std::min(over, period) + 1e-15;
    EXPECT_LE((impulse - over * kWrench.force).norm(), rounding * kWrench.force.norm()) << trial;
    EXPECT_LE((angular_impulse - over * kWrench.moment).norm(), rounding * kWrench.force.norm()) << trial;
  }
}

TEST(DisturbedController, FullForceWithinAndZeroForceOutsideTheDisturbance) {
  DisturbedController controller(nullptr, {{kWrench, 0.1, 0.2}}, 1e-3);
  Actuation actuation(Solo());
  for (int k = 0; k < 500; ++k) {
    controller.Update(StandingAt(k * 1e-3), actuation);
    ASSERT_EQ(actuation.wrenches.size(), k >= 100 && k < 300 ? 1u : 0u) << k;
    for (const ExternalWrench& wrench : actuation.wrenches) EXPECT_EQ(wrench.force, kWrench.force);
  }
}

TEST(DisturbedController, PartlyCoveredPeriodsGetTheMeanForce) {
  DisturbedController controller(nullptr, {{kWrench, 0.125, 0.25}}, 0.1);
  Actuation actuation(Solo());
  const double fractions[] = {0.0, 0.75, 1.0, 0.75, 0.0};
  for (int k = 0; k < 5; ++k) {
    controller.Update(StandingAt(0.1 * k), actuation);
    Vector3d force = Vector3d::Zero();
    for (const ExternalWrench& wrench : actuation.wrenches) force += wrench.force;
    EXPECT_LE((force - fractions[k] * kWrench.force).norm(), kSumRounding) << k;
  }
}

TEST(DisturbedController, OtherActuationIsThatOfTheInnerController) {
  const auto hold = std::make_shared<HoldController>(Solo(), SoloStanding());
  DisturbedController disturbed(hold, {{kWrench, 0.0, 1.0}, {{0}, 0.0, 1.0}}, 0.01);
  Actuation with(Solo()), without(Solo());
  with.wrenches.push_back({5});  // of an earlier disturbance
  disturbed.Update(StandingAt(0.5), with);
  hold->Update(StandingAt(0.5), without);
  EXPECT_EQ(with.tau, without.tau);
  EXPECT_EQ(with.kp, without.kp);
  EXPECT_EQ(with.q_ref, without.q_ref);
  ASSERT_EQ(with.wrenches.size(), 2u);
  EXPECT_EQ(with.wrenches[0].body, 3);
  EXPECT_EQ(with.wrenches[1].body, 0);
}

TEST(DisturbedController, WithoutInnerControllerThereIsNoOtherActuation) {
  Actuation actuation(Solo());
  HoldController(Solo(), SoloStanding()).Update(StandingAt(0.0), actuation);
  DisturbedController(nullptr, {{kWrench, 0.0, 1.0}}, 0.01).Update(StandingAt(0.0), actuation);
  EXPECT_FALSE(actuation.has_feedback());
  EXPECT_EQ(actuation.tau.norm(), 0.0);
  EXPECT_EQ(actuation.wrenches.size(), 1u);
}

}  // namespace
}  // namespace slipstick::control
