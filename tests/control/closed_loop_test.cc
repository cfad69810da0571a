// Closed-loop simulation of the motions of Solo at the control periods of Hammoud et al. 2022 (expo): squat
// 40 ms, jump 10 ms, trot 2 ms; with an explicit and an implicit stepper.
#include "support/closed_loop.h"

#include <gtest/gtest.h>

#include "slipstick/control/followers/tracking_controller.h"
#include "slipstick/control/plans/jump.h"
#include "slipstick/control/plans/squat.h"
#include "slipstick/control/plans/trot.h"
#include "slipstick/control/schedules/hold_controller.h"
#include "slipstick/dynamics/inverse_dynamics.h"
#include "support/sanitized.h"
#include "support/tolerances.h"

namespace slipstick::control {

using namespace support;
namespace {

using Eigen::VectorXd;

constexpr double kEffortLimit = 2.7;  // N m, models/solo12.urdf
const double kSixteenth = 1e-3 / 16;  // s; explicit Euler is unstable above 0.078 ms on light feet

std::shared_ptr<const ReferenceMotion> Reference(const std::shared_ptr<const MotionPlan>& plan) {
  // samples of 5 ms keep sanitizer runs short; cubic interpolation is accurate enough
  return std::make_shared<ReferenceMotion>(SoloRobot(), plan, ForceDistributionOptions{}, 5e-3);
}

/// The robot ends in the last pose of the reference, nearly at rest.
void ExpectStanding(const ClosedLoopResult& run, const ReferenceMotion& reference) {
  ASSERT_TRUE(run.finished);
  ReferenceSample last;
  reference.At(reference.duration(), last);
  const VectorXd error = dynamics::Difference(Solo(), run.end.q, last.q);
  EXPECT_LE(error.head<3>().norm(), 0.015);
  EXPECT_LE(error.segment<3>(3).norm(), 0.02);
  EXPECT_LE(run.end.v.head<6>().norm(), 0.05);
}

TEST(Squat, TracksItsHeightAt40MsWithFeedbackByStepperAndByController) {
  const auto reference = Reference(MakeSquat(SoloRobot(), {.frequency = 0.5, .duration = 2.0}));
  for (const FeedbackBy by : {FeedbackBy::kStepper, FeedbackBy::kController}) {
    TrackingOptions options;
    options.joints.by = by;
    TrackingController controller(reference, options);
    const ClosedLoopResult run = Follow(controller, *reference, {"implicit-euler", 2e-3, 40e-3});
    ExpectStanding(run, *reference);
    EXPECT_LE(run.height_error, 2.5e-3);  // holding for 40 ms at 0.1 m/s is late by 2 mm on average
    EXPECT_LE(run.tilt, 2e-3);
    EXPECT_GE(run.rise, 0.028);
  }
}

class TrotOn : public ::testing::TestWithParam<ClosedLoopSetup> {};
class JumpOn : public ::testing::TestWithParam<ClosedLoopSetup> {};

TEST_P(TrotOn, WalksForwardAndStaysUpright) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const auto reference = Reference(MakeTrot(SoloRobot()));
  TrackingController controller(reference);
  const ClosedLoopResult run = Follow(controller, *reference, GetParam());
  ExpectStanding(run, *reference);
  EXPECT_GE(run.end.q[0] / run.end.t, 0.19);  // m/s, the mean including standing, starting and stopping
  EXPECT_LE(run.tilt, 0.05);
  EXPECT_LE(run.height_error, 5e-3);
  EXPECT_LE(run.torque, kEffortLimit);
}

TEST_P(JumpOn, LeavesTheGroundAndEndsStanding) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const auto reference = Reference(MakeJump(SoloRobot()));
  TrackingController controller(reference);
  const ClosedLoopResult run = Follow(controller, *reference, GetParam());
  ExpectStanding(run, *reference);
  EXPECT_GE(run.rise, 0.15);
  EXPECT_GE(run.all_feet, 0.14);
  EXPECT_LE(run.tilt, 0.02);
  EXPECT_LE(run.torque, kEffortLimit * (1.0 + kAccumulatedRounding));
}

std::string StepperName(const ::testing::TestParamInfo<ClosedLoopSetup>& setup) {
  return setup.param.stepper == "euler" ? "euler" : "implicit_euler";
}
INSTANTIATE_TEST_SUITE_P(Steppers, TrotOn,
                         ::testing::Values(ClosedLoopSetup{"euler", kSixteenth, 2e-3},
                                           ClosedLoopSetup{"implicit-euler", 2e-3, 2e-3}),
                         StepperName);
INSTANTIATE_TEST_SUITE_P(Steppers, JumpOn,
                         ::testing::Values(ClosedLoopSetup{"euler", kSixteenth, 10e-3},
                                           ClosedLoopSetup{"implicit-euler", 1e-3, 10e-3}),
                         StepperName);

TEST(Trot, RecoversFromALateralDisturbance) {
  const auto reference = Reference(MakeTrot(SoloRobot(), {.duration = 2.0}));
  TrackingController controller(reference);
  const auto disturb = [](double t, Actuation& actuation) {
    if (t >= 0.5 && t < 0.7) actuation.wrenches.push_back({0, {0, 0, 0}, {0, 5.0, 0}, {0, 0, 0}});
  };
  const ClosedLoopResult run = Follow(controller, *reference, {"implicit-euler", 2e-3, 2e-3}, disturb);
  ExpectStanding(run, *reference);
  EXPECT_LE(run.tilt, 0.15);
}

// Equilibrium of feedback and gravity: bias(q) = kp (pose - q).
TEST(Hold, SagsByGravityOverStiffness) {
  const Model model = model::LoadUrdf(SLIPSTICK_MODELS_DIR "/double_pendulum.urdf");
  const World world = WorldBuilder(model).Build();
  JointFeedbackOptions options;
  options.kp = 200.0, options.kd = 40.0;
  HoldController controller(world.model(), VectorXd::Constant(2, 0.7), options);
  const auto stepper = steppers::MakeStepper("implicit-euler", world);
  State state = world.StateAt(VectorXd::Constant(2, 0.7));
  Actuation actuation(model);
  for (int k = 0; k < 600; ++k) {
    controller.Update(state, actuation);
    stepper->Step(actuation, 5e-3, state);
  }
  Workspace<double> ws(model);
  const VectorXd at_rest = VectorXd::Zero(2);
  const VectorXd bias = dynamics::Bias(model, state.q, at_rest, ws);
  EXPECT_GE(bias.norm(), 5.0);
  EXPECT_LE((bias - 200.0 * (VectorXd::Constant(2, 0.7) - state.q)).norm(), 1e-2);
}

}  // namespace
}  // namespace slipstick::control
