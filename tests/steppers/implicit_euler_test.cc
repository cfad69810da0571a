#include <gmock/gmock.h>

#include "slipstick/core/error.h"
#include "slipstick/core/rotation.h"
#include "slipstick/steppers/baseline/implicit_euler_stepper.h"
#include "slipstick/steppers/error_controlled_stepper.h"
#include "support/contact_worlds.h"
#include "support/numbers.h"
#include "support/small_problems.h"
#include "support/tolerances.h"

namespace slipstick::steppers {

using namespace support;
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
  // a fixed number of iterations: the residual is squared each time
  double previous = 1.0;
  for (const char* iterations : {"1", "2", "3"}) {
    State moved = state;
    moved.v(2) -= 0.01;  // a disturbance
    auto stepper =
        MakeStepper("implicit-euler", world, {{"max_iterations", iterations}, {"tolerance", "1e-15"}});
    const double residual = stepper->Step(actuation, 1e-3, moved).residual;
    EXPECT_LT(residual, 10.0 * previous * previous + kAccumulatedRounding) << iterations;
    previous = residual;
  }
  EXPECT_LT(previous, 1e-8);
}

TEST(ImplicitEuler, ReportsNonConvergence) {
  const World world = SoloOnPoints();
  State state = SoloStanding(world);
  state.v(2) = -1.0;
  auto stepper = MakeStepper("implicit-euler", world, {{"max_iterations", "1"}});
  const StepReport& report = stepper->Step(Actuation(world.model()), 2e-3, state);
  EXPECT_EQ(report.status, StepStatus::kNotConverged);
  EXPECT_GT(report.residual, 1e-6);
  EXPECT_DOUBLE_EQ(state.t, 2e-3);
}

// The lever arm of the force rotates with the body: without its derivative Newton's method would fail here.
TEST(ImplicitEuler, ConvergesFastUnderALargeOffCentreForce) {
  const World world =
      OnGround(FreeBody(Inertia::Box(1.0, {1.0, 0.05, 0.05}), model::SphereGeometry{0.01}), {});
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

// Regression: anchors were moved back by the distance slid before the touchdown, and their springs pushed the
// block forward.
TEST(ImplicitEuler, AnchorsOfASlidingTouchdownDoNotPushForward) {
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

// --- problems with known solutions, for all variants of Newton's method ---

std::vector<FieldValues> NewtonVariants() {
  std::vector<FieldValues> variants;
  for (const char* newton : {"full", "per-attempt", "quasi"})
    for (const char* stop : {"step", "theta"})
      variants.push_back({{"newton", newton}, {"stop", stop}, {"tolerance", "1e-9"}, {"max_substeps", "64"}});
  return variants;
}

TEST(ImplicitEuler, LoadedContactRestsAtItsSpringDeflection) {
  for (FieldValues variant : NewtonVariants())
    for (const char* estimate : {"false", "true"}) {
      variant["error_estimate"] = estimate;
      const LoadOnContact problem;
      State state = problem.start;
      const StepReport last = Advance(*MakeStepper("implicit-euler", problem.world, variant),
                                      problem.actuation, 1e-3, 1.0, state);
      EXPECT_EQ(last.status, StepStatus::kOk);
      EXPECT_NEAR(state.q(0), problem.q_end, kAccumulatedRounding)
          << variant["newton"] << " " << variant["stop"];
      EXPECT_NEAR(state.v(0), 0.0, kAccumulatedRounding);
    }
}

TEST(ImplicitEuler, VeryStiffSpringActsAsARigidCoupling) {
  for (const FieldValues& variant : NewtonVariants()) {
    const TwoMassesOnSprings problem;
    State state = problem.start;
    Advance(*MakeStepper("implicit-euler", problem.world, variant), problem.actuation, 1e-4, 1.0, state);
    EXPECT_NEAR(state.q(0), problem.x_end, 1e-2);  // numerical damping of h ω² t / 2: 2 %
    EXPECT_NEAR(state.v(0), problem.v_end, 0.1);
    EXPECT_NEAR(state.q(1), 0.0, kAccumulatedRounding);
  }
}

TEST(ImplicitEuler, OverdampedSpringRelaxesAtItsSlowRate) {
  const StiffSpringDamper problem;
  State state = problem.start;
  Advance(*MakeStepper("implicit-euler", problem.world), problem.actuation, 1e-4, 0.02, state);
  EXPECT_NEAR(state.q(0), problem.At(0.02).x, 2e-3);  // first order: relative error h λ² t / 2
  EXPECT_NEAR(state.v(0), problem.At(0.02).v, 0.2);
}

// --- error estimate ---

double EstimateOf(const World& world, const Actuation& actuation, double h, State& state,
                  const FieldValues& more = {}) {
  FieldValues options = more;
  options["error_estimate"] = "true";
  options["tolerance"] = "1e-14";
  const StepReport report = MakeStepper("implicit-euler", world, options)->Step(actuation, h, state);
  EXPECT_EQ(report.status, StepStatus::kOk);
  return report.error_estimate;
}

// x = a t² / 2; implicit Euler gives a h², the trapezoidal rule is exact.
TEST(ImplicitEuler, EstimateEqualsTheErrorUnderAConstantForce) {
  const World world = FreeCart(2.0);
  Actuation actuation(world.model());
  actuation.tau(0) = 28.0;
  for (const double h : {1.5, 0.75}) {
    State state = world.InitialState();
    EXPECT_NEAR(EstimateOf(world, actuation, h, state), 0.5 * 14.0 * h * h, 1e-13);  // rounding
    EXPECT_NEAR(state.q(0), 14.0 * h * h, 1e-13) << "the state is that of implicit Euler";
  }
}

// On a spring the error of the estimate is that of the trapezoidal rule: one order smaller than the error.
TEST(ImplicitEuler, EstimateConvergesToTheErrorOnASpring) {
  const MassOnSpring problem;
  double previous_miss = 0.0;
  for (const double h : {4e-3, 2e-3, 1e-3}) {
    State state = problem.start;
    const double estimate = EstimateOf(problem.world, problem.actuation, h, state);
    const PositionAndVelocity exact = problem.At(h);
    const double error = Larger(std::abs(state.q(0) - exact.x), std::abs(state.v(0) - exact.v));
    const double miss = std::abs(estimate - error);
    EXPECT_LT(miss, 0.2 * error);
    if (previous_miss > 0.0) {
      EXPECT_NEAR(previous_miss / miss, 8.0, 0.5);
    }
    previous_miss = miss;
  }
}

// For a force that grows from 10 N to 28 N the trapezoidal rule uses the mean, implicit Euler the last value.
TEST(ImplicitEuler, EstimateIncludesTheChangeOfActuation) {
  const World world = FreeCart(2.0);
  Actuation first(world.model()), last(world.model());
  first.tau(0) = 10.0, last.tau(0) = 28.0;
  baseline::ImplicitEulerOptions options;
  options.error_estimate = true;
  baseline::ImplicitEulerStepper stepper(world, options);
  const auto estimate = [&] {
    State state = world.InitialState();
    return stepper.Step(last, 0.1, state).error_estimate;
  };
  EXPECT_NEAR(estimate(), 0.5 * 14.0 * 0.01, 1e-13);  // of the position alone; rounding
  stepper.set_first_actuation(&first);
  EXPECT_NEAR(estimate(), 0.1 * (14.0 - 9.5), 1e-13);  // of the velocity
}

TEST(ImplicitEuler, NoStepperEstimatesItsErrorByDefault) {
  const World world = FreeCart(2.0);
  ASSERT_FALSE(Steppers().empty());
  for (const StepperEntry& entry : Steppers()) {
    State state = world.InitialState();
    EXPECT_EQ(entry.make(world, {})->Step(Actuation(world.model()), 1e-3, state).error_estimate, -1.0)
        << entry.name;
  }
}

// With an error estimate each step is computed once, without two half steps: accuracy 1e-5 in about 1000
// steps.
TEST(ImplicitEuler, ErrorControlUsesTheEstimate) {
  const TwoMassesOnSprings problem;
  auto stepper = MakeErrorControlled("implicit-euler", problem.world, 1e-5, {{"error_estimate", "true"}});
  State state = problem.start;
  const StepReport report = stepper->Step(problem.actuation, 1.0, state);
  EXPECT_EQ(report.status, StepStatus::kOk);
  EXPECT_LE(report.error_estimate, 1e-5);
  EXPECT_GT(report.substeps, 100);
  EXPECT_GT(report.evaluations, report.substeps);
  EXPECT_NEAR(state.q(0), problem.x_end, 2e-2);
  EXPECT_NEAR(state.v(0), problem.v_end, 0.12);
}

// --- work ---

struct Work {
  StepReport report;
  baseline::NewtonHistory history;
};
/// Work of one step of a robot just before landing.
Work WorkOfLanding(baseline::NewtonScheme scheme, bool error_estimate, int max_substeps) {
  const World world = SoloOnPoints();
  baseline::ImplicitEulerOptions options;
  options.newton.scheme = scheme;
  options.error_estimate = error_estimate;
  options.max_substeps = max_substeps;
  State state = SoloStanding(world);
  state.q(2) += 1e-4;
  state.v(2) = -0.5;
  Work work;
  baseline::ImplicitEulerStepper stepper(world, options);
  stepper.set_history(&work.history);
  work.report = stepper.Step(HoldJoints(world, state, 20.0, 0.3), 1e-3, state);
  EXPECT_EQ(work.report.status, StepStatus::kOk);
  return work;
}

TEST(ImplicitEuler, FullNewtonRenewsTheJacobianInEveryIteration) {
  const Work work = WorkOfLanding(baseline::NewtonScheme::kFull, false, 1);
  EXPECT_GT(work.report.iterations, 2);
  EXPECT_EQ(work.history.jacobians, work.report.iterations);
  EXPECT_EQ(work.history.factors, work.report.iterations);
  EXPECT_GT(work.report.evaluations, work.history.jacobians * 36);  // 2 nv columns each
}

TEST(ImplicitEuler, PerAttemptComputesOneJacobianPerAttempt) {
  const Work work = WorkOfLanding(baseline::NewtonScheme::kPerAttempt, true, 64);
  const int attempts = work.history.jacobians;
  EXPECT_GE(attempts, 2 * work.report.substeps)
      << "each sub-step twice: implicit Euler and the trapezoidal rule";
  EXPECT_EQ(work.history.factors, attempts);
}

TEST(ImplicitEuler, QuasiNewtonReusesJacobiansWithinAStep) {
  const Work often = WorkOfLanding(baseline::NewtonScheme::kPerAttempt, true, 64);
  const Work seldom = WorkOfLanding(baseline::NewtonScheme::kQuasi, true, 64);
  EXPECT_LT(seldom.history.jacobians, often.history.jacobians);
  EXPECT_LT(seldom.report.evaluations, often.report.evaluations);
}

TEST(ImplicitEuler, QuasiNewtonReusesTheJacobianForTheTrapezoidalRule) {
  const MassOnSpring problem;
  baseline::ImplicitEulerOptions options;
  options.newton.scheme = baseline::NewtonScheme::kQuasi;
  options.error_estimate = true;
  baseline::ImplicitEulerStepper stepper(problem.world, options);
  baseline::NewtonHistory history;
  stepper.set_history(&history);
  State state = problem.start;
  stepper.Step(problem.actuation, 1e-3, state);
  EXPECT_EQ(history.jacobians, 1);
  EXPECT_EQ(history.factors, 2);
  stepper.Step(problem.actuation, 1e-3, state);
  EXPECT_EQ(history.jacobians, 2) << "no Jacobian is kept between steps";
}

TEST(ImplicitEuler, SplitsTheStepWhereNewtonFails) {
  const World world = SoloOnPoints();
  State state = SoloStanding(world);
  state.v(2) = -0.2;
  State split = state;
  const Actuation actuation(world.model());
  EXPECT_EQ(
      MakeStepper("implicit-euler", world, {{"max_iterations", "3"}})->Step(actuation, 1e-2, state).status,
      StepStatus::kNotConverged);
  auto stepper = MakeStepper("implicit-euler", world, {{"max_iterations", "3"}, {"max_substeps", "256"}});
  const StepReport& report = stepper->Step(actuation, 1e-2, split);
  EXPECT_EQ(report.status, StepStatus::kOk);
  EXPECT_GT(report.substeps, 1);
  EXPECT_DOUBLE_EQ(split.t, 1e-2);
}

TEST(ImplicitEuler, TransitionLineSearchNeedsARegularizedLaw) {
  const World world = SoloOnPoints();
  EXPECT_THAT(
      [&] {
        MakeStepper("implicit-euler", world, {{"line_search", "transition"}});
      },
      testing::ThrowsMessage<InputError>(testing::HasSubstr("set law = 'regularized'")));
}

}  // namespace
}  // namespace slipstick::steppers
