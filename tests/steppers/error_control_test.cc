// Step-size control, for every registered stepper.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "slipstick/core/error.h"
#include "slipstick/steppers/error_controlled_stepper.h"
#include "support/contact_worlds.h"
#include "support/every_stepper.h"
#include "support/numbers.h"
#include "support/tolerances.h"

namespace slipstick::steppers {

using namespace support;
namespace {

constexpr double kPi = 3.14159265358979;

class ErrorControlOf : public testing::TestWithParam<Method> {
 protected:
  std::unique_ptr<ErrorControlledStepper> Make(const World& world, double accuracy) const {
    return MakeErrorControlled(GetParam().stepper, world, accuracy, GetParam().options);
  }
};

/// One mass on a rail, without gravity and contacts.
World OnRail(double mass) {
  ModelBuilder builder("cart");
  builder.SetGravity(kNoGravity);
  builder.Add("cart", Inertia::Sphere(mass, 0.1), model::Prismatic("rail").Along(Eigen::Vector3d::UnitX()));
  return WorldBuilder(builder.Build()).Build();
}

struct Outcome {
  double error;  ///< largest, of position and velocity
  int accepted;
};

/// A mass of 2 kg on a spring of 2 N/m oscillates for a period: x = cos t. Errors of position and velocity
/// rotate into each other without growth or decay.
Outcome Swing(ErrorControlledStepper& stepper) {
  const World& world = stepper.world();
  Actuation spring(world.model());
  spring.kp = spring.kd = spring.v_ref = Eigen::VectorXd::Zero(1);
  spring.q_ref = Eigen::VectorXd::Zero(1);
  spring.kp(0) = 2.0;
  State state = world.InitialState();
  state.q(0) = 1.0;
  Outcome outcome{0.0, 0};
  for (int k = 1; k <= 4; ++k) {
    const StepReport& report = stepper.Step(spring, kPi / 2, state);
    EXPECT_EQ(report.status, StepStatus::kOk);
    EXPECT_EQ(report.inaccurate, 0);
    EXPECT_LE(report.longest, kPi / 2);
    outcome.accepted += report.substeps;
    const double t = k * kPi / 2;
    outcome.error = Larger(outcome.error, std::abs(state.q(0) - std::cos(t)));
    outcome.error = Larger(outcome.error, std::abs(state.v(0) + std::sin(t)));
  }
  EXPECT_EQ(state.t, kPi / 2 + kPi / 2 + kPi / 2 + kPi / 2);
  return outcome;
}

TEST_P(ErrorControlOf, LocalErrorOnASpringIsBelowTheAccuracy) {
  const World world = OnRail(2.0);
  const Outcome coarse = Swing(*Make(world, 1e-3)), fine = Swing(*Make(world, 1e-5));
  // The local error is at most the accuracy, in position and in velocity.
  EXPECT_LT(coarse.error, std::sqrt(2.0) * 1e-3 * coarse.accepted);
  EXPECT_LT(fine.error, std::sqrt(2.0) * 1e-5 * fine.accepted);
  // First order: a hundredth of the local error takes ten times as many steps and leaves a tenth of the
  // error.
  EXPECT_LT(fine.error, 0.2 * coarse.error);
  EXPECT_GT(fine.accepted, coarse.accepted);
}

TEST_P(ErrorControlOf, ThrownBallFollowsItsParabola) {
  const World world = OnGround(BallModel(1.0, 0.1), {});
  auto stepper = Make(world, 1e-4);
  State state = world.InitialState();
  state.q(2) = 2.0;
  state.v.head<3>() << 3.0, 0.0, 2.0;
  const StepReport& report = stepper->Step(Actuation(world.model()), 0.5, state);
  const double bound = 1e-4 * report.substeps;
  EXPECT_NEAR(state.q(0), 1.5, bound);
  EXPECT_NEAR(state.q(2), 2.0 + 2.0 * 0.5 - 0.5 * kGravity * 0.25, bound);
  EXPECT_NEAR(state.v(2), 2.0 - kGravity * 0.5, bound);
}

// It hits the ground at 1.4 m/s and comes to rest. The mean force over each step is the change of momentum.
TEST_P(ErrorControlOf, DroppedBallRestsAndForcesAreMeans) {
  ContactMaterial material;
  material.stiffness = 1e4;
  material.damping = 100.0;
  material.dissipation = 5.0;
  const World world = OnGround(BallModel(1.0, 0.1), material);
  auto stepper = Make(world, 1e-3);
  State state = world.InitialState();
  state.q(2) = 0.2;
  double energy = 0.0, hardest = 0.0, last_force = 0.0;
  for (int k = 0; k < 60; ++k) {
    const double h = 0.02, v = state.v(2);
    const StepReport& report = stepper->Step(Actuation(world.model()), h, state);
    ASSERT_EQ(report.status, StepStatus::kOk);
    last_force = 0.0;
    for (const ContactReport& contact : report.contacts) last_force += contact.force.z;
    hardest = Larger(hardest, last_force);
    EXPECT_NEAR(last_force, (state.v(2) - v) / h + kGravity,
                1e-6 * hardest + 1e-9);  // tolerance of impulse solvers
    if (k == 0) energy = report.energy.kinetic + report.energy.potential;
    energy += report.energy.contact_work;
  }
  EXPECT_LT(LargestEntry(state.v), 1e-2);                                          // ten times the accuracy
  const BoundedRest bounded = RestOf(GetParam(), 1e4, kGravity, kGravity * 0.12);  // 0.1 m plus the depth
  const double depth = IsBounded(GetParam())     ? 0.1 - state.q(2)
                       : IsCompliant(GetParam()) ? kGravity / 1e4
                                                 : 0.0;
  if (IsBounded(GetParam())) {
    EXPECT_GT(depth, bounded.shallowest);
    EXPECT_LT(depth, bounded.deepest);
  }
  // with normal_anchor=touchdown the spring is at rest up to one step of 1 ms below the surface
  EXPECT_NEAR(state.q(2), 0.1 - depth, 2e-3);
  EXPECT_NEAR(last_force, kGravity, 0.5);  // 1e-2 m/s in 20 ms
  // J, of 2 J. First order loses 0.1 J during the fall, and more if a single step stops the ball.
  EXPECT_NEAR(energy, kGravity * (0.1 - depth), IsBounded(GetParam()) ? 0.6 : 0.15);
}

TEST_P(ErrorControlOf, ResultsDependOnTheStateOnly) {
  const World world = SoloOnPoints({}, 0.02);
  auto stepper = Make(world, 1e-3), other = Make(world, 1e-3);
  State state = SoloStanding(world);
  state.v(0) = 0.5;
  const Actuation actuation = HoldJoints(world, state, 10.0, 0.1);
  Advance(*stepper, actuation, 2e-3, 6e-3, state);
  State saved = state;
  Advance(*stepper, actuation, 2e-3, 6e-3, state);
  Advance(*other, actuation, 2e-3, 6e-3, saved);
  EXPECT_EQ(state.q, saved.q);
  EXPECT_EQ(state.v, saved.v);
  EXPECT_EQ(state.q_held, saved.q_held);
  EXPECT_EQ(state.next_step, saved.next_step);
}

TEST_P(ErrorControlOf, OverflowIsAStatusAndKeepsTheState) {
  const World world = SoloOnPoints();
  auto stepper = Make(world, 1e-3);
  State state = SoloStanding(world);
  state.q(2) -= 1e-4;
  state.v(0) = 0.8;
  const State before = state;
  Actuation actuation(world.model());
  actuation.tau(6) = 1e300;
  const StepReport& report = stepper->Step(actuation, 1e-3, state);
  EXPECT_NE(report.status, StepStatus::kOk);
  EXPECT_TRUE(state.q.allFinite() && state.v.allFinite());
  if (contact::Advanced(report.status)) return;  // kNotConverged with a finite state
  EXPECT_TRUE(report.contacts.empty());
  EXPECT_EQ(state.q, before.q);
  EXPECT_EQ(state.v, before.v);
  EXPECT_EQ(state.t, before.t);
  EXPECT_EQ(state.next_step, before.next_step);
}

INSTANTIATE_TEST_SUITE_P(All, ErrorControlOf, testing::ValuesIn(AllSteppers()), MethodTestName);

// --- the estimate itself ---

// v̇ = 7 (2t + 1), so that v = 7 (t + 1/2)² from rest at t = -1/2: two half steps of implicit Euler have an
// error of 7 h² / 2, which is also their difference to the whole step.
TEST(ErrorControl, EstimateEqualsTheErrorForAQuadraticVelocity) {
  const World world = OnRail(1.0);
  auto stepper = MakeErrorControlled("implicit-euler", world, 10.0);
  stepper->set_actuation_callback(
      [](double t, Actuation& actuation) { actuation.tau(0) += 7.0 * (2.0 * t + 1.0); });
  for (const double h : {0.4, 0.2}) {
    State state = world.InitialState();
    state.t = -0.5;
    const StepReport& report = stepper->Step(Actuation(world.model()), h, state);
    EXPECT_EQ(report.substeps, 1);
    EXPECT_NEAR(report.error_estimate, 3.5 * h * h, 1e-9);  // Newton's tolerance
    EXPECT_NEAR(state.v(0) - 7.0 * h * h, 3.5 * h * h, 1e-9);
  }
  State state = world.InitialState();
  const StepReport& report = stepper->Step(Actuation(world.model()), 8.0, state);
  EXPECT_GT(report.rejected, 0);
  EXPECT_LE(report.error_estimate, 10.0);
}

/// Reports the length of its step as its error estimate.
class EstimatingStepper : public Stepper {
 public:
  using Stepper::Stepper;
  int steps = 0;

 private:
  void Advance(const Actuation&, double h, State& state, StepReport& report) override {
    ++steps;
    state.q(0) += h;
    report.error_estimate = h;
  }
};

TEST(ErrorControl, UsesTheErrorEstimateOfTheInnerStepper) {
  const World world = OnRail(1.0);
  auto inner = std::make_unique<EstimatingStepper>(world);
  const EstimatingStepper& estimating = *inner;
  ErrorControl control;
  control.accuracy = 0.3;
  control.order = 0;
  ErrorControlledStepper stepper(std::move(inner), control);
  State state = world.InitialState();
  const StepReport& report = stepper.Step(Actuation(world.model()), 1.0, state);
  EXPECT_EQ(report.rejected, 1);  // 1 s; then 0.27 s
  EXPECT_EQ(report.substeps, 4);
  EXPECT_EQ(estimating.steps, 5);
  EXPECT_DOUBLE_EQ(state.q(0), 1.0);
}

/// Velocities alternate for any step.
class NoisyStepper : public Stepper {
 public:
  using Stepper::Stepper;

 private:
  void Advance(const Actuation&, double h, State& state, StepReport&) override {
    state.q(0) += h;
    state.v(0) = 2.0 - state.v(0);
  }
};

TEST(ErrorControl, StopsAtTheSmallestStepAndCountsInaccurateSteps) {
  const World world = OnRail(1.0);
  ErrorControl control;
  control.smallest_step = 1e-3;
  State state = world.InitialState();
  state.v(0) = 0.6;
  ErrorControlledStepper stepper(std::make_unique<NoisyStepper>(world), control);
  const StepReport& report = stepper.Step(Actuation(world.model()), 0.01, state);
  EXPECT_EQ(report.status, StepStatus::kOk);
  EXPECT_EQ(report.inaccurate, report.substeps);
  EXPECT_GE(report.shortest, 0.5e-3);  // the last two are half of the remainder each
  EXPECT_NEAR(state.q(0), 0.01, kRounding);

  control.velocities_jump = true;  // shorter steps are no more accurate
  control.smallest_step = 1e-4;
  state = world.InitialState();
  state.v(0) = 0.6;
  ErrorControlledStepper jumping(std::make_unique<NoisyStepper>(world), control);
  const StepReport& jump = jumping.Step(Actuation(world.model()), 0.01, state);
  EXPECT_EQ(jump.substeps, 1);
  EXPECT_EQ(jump.inaccurate, 1);
  EXPECT_EQ(jump.rejected, 2);
}

TEST(ErrorControl, RejectsAccuraciesThatAreNotPositive) {
  const World world = OnRail(1.0);
  for (const double accuracy : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()})
    EXPECT_THROW(MakeErrorControlled("euler", world, accuracy), InputError) << accuracy;
}

TEST(ErrorControl, AddsPhaseTimesOfInnerSteps) {
  const World world = SoloOnPoints();
  auto stepper = MakeErrorControlled("euler", world, 1e-3);
  PhaseTimer timer;
  stepper->set_timer(&timer);
  State state = SoloStanding(world);
  for (int i = 0; i < 3; ++i) stepper->Step(Actuation(world.model()), 1e-3, state);
  EXPECT_EQ(timer.steps(), 3);
  EXPECT_GT(timer.seconds(Phase::kDynamics), 0.0);
  EXPECT_LE(timer.seconds(Phase::kDynamics) + timer.seconds(Phase::kContacts) + timer.seconds(Phase::kSolve),
            timer.step_seconds());
}

}  // namespace
}  // namespace slipstick::steppers
