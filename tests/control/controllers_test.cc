// Contracts of all controllers: no memory, torques within effort limits, feedback as configured.
#include <gtest/gtest.h>

#include "slipstick/control/followers/tracking_controller.h"
#include "slipstick/control/plans/jump.h"
#include "slipstick/control/schedules/hold_controller.h"
#include "slipstick/core/error.h"
#include "slipstick/core/random.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/model/generators.h"
#include "slipstick/steppers/registry.h"
#include "support/numbers.h"
#include "support/solo.h"
#include "support/tolerances.h"

namespace slipstick::control {

using namespace support;
namespace {

using Eigen::VectorXd;

State RandomState(double t, Random& random) {
  State state;
  state.t = t;
  VectorXd d(18);
  for (int k = 0; k < 18; ++k) d[k] = random.Uniform(-0.1, 0.1);
  state.q = dynamics::Integrate(Solo(), SoloStanding(), d);
  state.v = 5.0 * d;
  return state;
}

std::shared_ptr<const ReferenceMotion> JumpReference() {
  static const auto reference =
      std::make_shared<ReferenceMotion>(SoloRobot(), MakeJump(SoloRobot()), ForceDistributionOptions{}, 0.01);
  return reference;
}

TEST(Tracking, IsAPureFunctionOfTimeAndState) {
  Random random(1);
  std::vector<State> states;
  for (double t = 0.0; t < 2.0; t += 0.05) states.push_back(RandomState(t, random));
  TrackingController one(JumpReference()), other(JumpReference());
  std::vector<VectorXd> forward(states.size());
  for (size_t k = 0; k < states.size(); ++k) {
    Actuation actuation(Solo());
    one.Update(states[k], actuation);
    forward[k] = actuation.tau;
  }
  for (size_t k = states.size(); k-- > 0;) {
    Actuation actuation(Solo());
    for (TrackingController* controller : {&one, &other}) {
      controller->Update(states[k], actuation);
      EXPECT_EQ(actuation.tau, forward[k]) << "t = " << states[k].t;  // bit for bit
    }
  }
}

TEST(Tracking, StaysWithinTheEffortLimitsIfEnabled) {
  Random random(2);
  double largest = 0.0;
  for (int trial = 0; trial < 50; ++trial) {
    const State state = RandomState(0.04 * trial, random);
    for (const bool respect : {true, false}) {
      TrackingOptions options;
      options.joints.by = FeedbackBy::kController;
      options.joints.respect_effort_limits = respect;
      TrackingController controller(JumpReference(), options);
      Actuation actuation(Solo());
      controller.Update(state, actuation);
      if (respect) {
        EXPECT_LE(LargestEntry(actuation.tau), 2.7);
      } else {
        largest = Larger(largest, LargestEntry(actuation.tau));
      }
    }
  }
  EXPECT_GT(largest, 2.7);  // the limits were active
}

TEST(Tracking, FeedbackByStepperAndByControllerGiveTheSameTorque) {
  Random random(3);
  const State state = RandomState(0.3, random);
  VectorXd torque[2];
  for (const FeedbackBy by : {FeedbackBy::kStepper, FeedbackBy::kController}) {
    TrackingOptions options;
    options.joints.by = by;
    TrackingController controller(JumpReference(), options);
    Actuation actuation(Solo());
    controller.Update(state, actuation);
    ASSERT_EQ(actuation.has_feedback(), by == FeedbackBy::kStepper);
    VectorXd& tau = torque[static_cast<int>(by)] = actuation.tau;
    if (actuation.has_feedback())
      tau += actuation.kp.cwiseProduct(dynamics::Difference(Solo(), state.q, actuation.q_ref)) +
             actuation.kd.cwiseProduct(actuation.v_ref - state.v);
  }
  EXPECT_LE((torque[0] - torque[1]).norm(), kAccumulatedRounding);
}

TEST(Tracking, PlaybackAndFeedbackAgreeOnTheReference) {
  TrackingOptions options;
  options.base_feedback = false;
  TrackingController playing(JumpReference(), options), tracking(JumpReference());
  for (double t = 0.0; t < 2.0; t += 0.1) {
    ReferenceSample sample;
    JumpReference()->At(t, sample);
    State state;
    state.t = t, state.q = sample.q, state.v = sample.v;
    Actuation played(Solo()), tracked(Solo());
    playing.Update(state, played);
    tracking.Update(state, tracked);
    EXPECT_LE((played.tau - tracked.tau).norm(), 1e-3) << t;
  }
}

TEST(Hold, DoesNotActuateFloatingBodies) {
  HoldController hold(Solo(), SoloStanding(), {.kp = 10.0, .kd = 1.0});
  State state;
  state.q = SoloStanding(), state.v = VectorXd::Ones(18);
  state.q[2] += 1.0;
  Actuation actuation(Solo());
  hold.Update(state, actuation);
  EXPECT_EQ(actuation.tau.norm(), 0.0);
  EXPECT_EQ(actuation.kp.head(6).norm() + actuation.kd.head(6).norm(), 0.0);
  EXPECT_EQ(actuation.kp.tail(12), VectorXd::Constant(12, 10.0));
  EXPECT_EQ(actuation.q_ref, SoloStanding());
}

TEST(None, ClearsEarlierActuation) {
  Actuation actuation(Solo());
  State state;
  state.q = SoloStanding(), state.v = VectorXd::Zero(18);
  HoldController(Solo(), SoloStanding()).Update(state, actuation);
  actuation.wrenches.push_back({0});
  NoController().Update(state, actuation);
  EXPECT_FALSE(actuation.has_feedback());
  EXPECT_EQ(actuation.tau, VectorXd::Zero(18));
  EXPECT_EQ(actuation.wrenches.size(), 1u);  // external wrenches belong to DisturbedController
}

// As in docs/control.md.
class Brake : public Controller {
 public:
  void Update(const State& state, Actuation& actuation) override { actuation.tau = -0.01 * state.v; }
};

TEST(Controllers, UserControllerNeedsOneFunction) {
  const World world = WorldBuilder(model::Chain(3)).Build();
  const auto stepper = steppers::MakeStepper("rk4", world);
  State state = world.StateAt(VectorXd::Constant(3, 0.5));
  Actuation actuation(world.model());
  Brake brake;
  double work = 0.0;
  for (int k = 0; k < 400; ++k) {
    brake.Update(state, actuation);
    work += stepper->Step(actuation, 2e-3, state).energy.actuation_work;
  }
  EXPECT_LT(work, -0.05);  // J, dissipated from a falling chain
}

TEST(Controllers, RejectInvalidOptions) {
  EXPECT_THROW(HoldController(Solo(), SoloStanding(), {.kp = -1.0}), InputError);
  EXPECT_THROW(HoldController(Solo(), VectorXd::Zero(3)), InputError);
  TrackingOptions options;
  options.base_kp = std::nan("");
  EXPECT_THROW(TrackingController(JumpReference(), options), InputError);
}

}  // namespace
}  // namespace slipstick::control
