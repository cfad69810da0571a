// The box of Castro et al. 2020 (IV-A) against its one equation, m v' = 4 cos(2 pi t) - mu(v) W sgn v.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "slipstick/run/simulation.h"
#include "slipstick/scene/scene_library.h"
#include "slipstick/scene/scene_reader.h"
#include "slipstick/steppers/baseline/implicit_euler_stepper.h"
#include "support/contact_worlds.h"
#include "support/numbers.h"
#include "support/tolerances.h"

namespace slipstick::papers_test {

using namespace support;
namespace {

constexpr double kBoxMass = 0.33, kWeight = 0.33 * 9.8, kStictionSpeed = 1e-4;  // kg, N, m/s

/// A step of implicit Euler in closed form: friction that stops the box, limited by the law.
double NextSpeed(double v, double force, double h) {
  const double without_friction = v + h * force / kBoxMass, drag = h * kWeight / kBoxMass;
  const double creeping = without_friction / (1.0 + drag / kStictionSpeed);  // mu = |v| / v_s
  if (std::abs(creeping) <= kStictionSpeed) return creeping;
  return without_friction - std::copysign(drag, without_friction);
}

TEST(TamsiPaper, BoxMotionMatchesTheClosedForm) {
  const Scene scene = scene::BuildScene(scene::FindScene("stick-slip-box"));
  Simulation simulation(scene);
  double v = 0.0, largest_error = 0.0, fastest = 0.0;
  int sticking = 0;
  simulation.Observe([&](const StepView& step) {
    v = NextSpeed(v, 4.0 * std::cos(2.0 * M_PI * step.after.t), step.h);
    largest_error = Larger(largest_error, std::abs(step.after.v(0) - v));
    fastest = Larger(fastest, std::abs(v));
    sticking += std::abs(v) <= kStictionSpeed;
  });
  simulation.Run();
  EXPECT_FALSE(simulation.failed());
  // The slide of the box weighs a milligram (3e-6 of it), and Newton's method stops at 1 % of v_s.
  EXPECT_LE(largest_error, 0.01 * kStictionSpeed + 1e-5 * fastest);
  EXPECT_GT(sticking, 100);  // of 250
  EXPECT_GT(fastest, 0.03);
}

TEST(TamsiPaper, BoxFirstComesToRestInTheStepOfThePaper) {
  const Scene scene = scene::BuildScene(scene::FindScene("stick-slip-box"));
  Simulation simulation(scene);
  double start_of_rest = -1.0;
  bool has_slipped = false;
  simulation.Observe([&](const StepView& step) {
    const bool slips = std::abs(step.after.v(0)) > kStictionSpeed;
    if (has_slipped && !slips && start_of_rest < 0.0) start_of_rest = step.before.t;
    has_slipped = has_slipped || slips;
  });
  simulation.RunTo(0.5);
  EXPECT_NEAR(start_of_rest, 0.160, 1e-9);
}

// ---- Newton's method on that equation: implicit Euler at 10 ms, with and without line search -----------

/// The box on a rail along x, pressed on the ground with a constant spring force equal to its weight.
World BoxOnRail() {
  constexpr double kStiffness = 1e4, kRadius = 0.1;
  ModelBuilder builder("box on a rail");
  const Pose pressed = Pose::At(0.0, 0.0, kRadius - kWeight / kStiffness);
  const int box = builder.Add("box", Inertia::Sphere(kBoxMass, kRadius),
                              model::Prismatic("rail").At(pressed).Along(model::X));
  builder.AddCollision("box", box, {}, model::SphereGeometry{kRadius});
  ContactMaterial material;
  material.stiffness = kStiffness;
  material.mu_static = material.mu_kinetic = 1.0;
  material.stiction_speed = kStictionSpeed;
  return OnGround(builder.Build(), material);
}

baseline::ImplicitEulerOptions BoxOptions(baseline::LineSearch line_search, laws::FrictionRise rise) {
  baseline::ImplicitEulerOptions options;
  options.contact.law = laws::ContactLaw::kRegularized;
  options.contact.rise = rise;
  options.newton.line_search = line_search;
  options.newton.tolerance = 1e-9;
  return options;
}

/// One second of the box in steps of 10 ms. Failed steps are repeated with a robust method.
struct BoxRun {
  std::vector<double> failed_at;  ///< starts of steps
  int max_iterations = 0;         ///< of a step that did not fail
  double largest_error = 0.0;     ///< of these, against the closed form of the linear law
  baseline::NewtonHistory first_failure;
};
BoxRun RunBox(baseline::LineSearch line_search, laws::FrictionRise rise) {
  const World world = BoxOnRail();
  baseline::ImplicitEulerStepper stepper(world, BoxOptions(line_search, rise));
  baseline::ImplicitEulerStepper safe(world, BoxOptions(baseline::LineSearch::kMerit, rise));
  BoxRun run;
  State state = world.InitialState();
  Actuation actuation(world.model());
  for (int i = 0; i < 100; ++i) {
    const double h = 0.01;
    actuation.tau(0) = 4.0 * std::cos(2.0 * M_PI * (i + 1) * h);
    const State before = state;
    baseline::NewtonHistory history;
    stepper.set_history(&history);
    const StepReport report = stepper.Step(actuation, h, state);
    if (report.status == StepStatus::kOk) {
      run.max_iterations = std::max(run.max_iterations, report.iterations);
      run.largest_error =
          Larger(run.largest_error, std::abs(state.v(0) - NextSpeed(before.v(0), actuation.tau(0), h)));
    } else {
      if (run.failed_at.empty()) run.first_failure = history;
      run.failed_at.push_back(i * h);
      state = before;
      EXPECT_EQ(safe.Step(actuation, h, state).status, StepStatus::kOk);
    }
  }
  return run;
}

TEST(TamsiPaper, NewtonsMethodCyclesWithoutALineSearchWhereTheBoxComesToRest) {
  const BoxRun run = RunBox(baseline::LineSearch::kNone, laws::FrictionRise::kLinear);
  ASSERT_EQ(run.failed_at.size(), 2u);
  EXPECT_NEAR(run.failed_at[0], 0.16, kAccumulatedRounding);
  EXPECT_NEAR(run.failed_at[1], 0.69, kAccumulatedRounding);
  const auto& iterates = run.first_failure.iterates;
  ASSERT_GE(iterates.size(), 5u);
  EXPECT_NEAR(iterates[0].x(0), 0.0321683, 1e-7);  // the last known digit
  for (size_t k = 3; k + 1 < iterates.size(); ++k) {
    EXPECT_NEAR(iterates[k].x(0), k % 2 ? -0.00743731 : 0.188563, 1e-6) << k;
    EXPECT_NEAR(iterates[k].velocity_error, 2 * 0.01 * 9.8, 1e-6) << k;  // 2 h mu g
  }
}

TEST(TamsiPaper, EveryStepConvergesWithTheTransitionAwareLineSearch) {
  const BoxRun linear = RunBox(baseline::LineSearch::kTransition, laws::FrictionRise::kLinear);
  EXPECT_TRUE(linear.failed_at.empty());
  EXPECT_LE(linear.max_iterations, 3);
  EXPECT_LT(linear.largest_error, 1e-9);  // the tolerance of Newton's method
  const BoxRun quadratic = RunBox(baseline::LineSearch::kTransition, laws::FrictionRise::kQuadratic);
  EXPECT_TRUE(quadratic.failed_at.empty());
  EXPECT_LE(quadratic.max_iterations, 8);
}

}  // namespace
}  // namespace slipstick::papers_test
