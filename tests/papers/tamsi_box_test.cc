// The box of paper 004 (IV-A) against its one equation, m v' = 4 cos(2 pi t) - mu(v) W sgn v.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "scene/simulation.h"

namespace slipstick {
namespace {

constexpr double kBoxMass = 0.33, kWeight = 0.33 * 9.8, kStictionSpeed = 1e-4;  // kg, N, m/s

/// A step of implicit Euler in closed form: the friction that stops the box, if it is within the law, else all of it.
double NextSpeed(double v, double force, double h) {
  const double push = v + h * force / kBoxMass, drag = h * kWeight / kBoxMass;
  const double creeping = push / (1.0 + drag / kStictionSpeed);  // mu = |v| / v_s
  if (std::abs(creeping) <= kStictionSpeed) return creeping;
  return push - std::copysign(drag, push);
}

TEST(Paper004, TheBoxSticksAndSlipsAsItsEquationSays) {
  const Scene scene = BuildScene(FindScene("stick-slip-box"));
  Simulation simulation(scene);
  double v = 0.0, largest_error = 0.0, fastest = 0.0;
  int sticking = 0;
  simulation.Observe([&](const StepView& step) {
    v = NextSpeed(v, 4.0 * std::cos(2.0 * M_PI * step.after.t), step.h);
    largest_error = std::max(largest_error, std::abs(step.after.v(0) - v));
    fastest = std::max(fastest, std::abs(v));
    sticking += std::abs(v) <= kStictionSpeed;
  });
  simulation.Run();
  EXPECT_FALSE(simulation.failed());
  // The slide of the box weighs a milligram (3e-6 of it), and Newton's method stops at 1 % of v_s.
  EXPECT_LE(largest_error, 0.01 * kStictionSpeed + 1e-5 * fastest);
  EXPECT_GT(sticking, 100);  // of 250
  EXPECT_GT(fastest, 0.03);
}

TEST(Paper004, TheBoxFirstComesToRestInTheStepThatThePaperNames) {
  const Scene scene = BuildScene(FindScene("stick-slip-box"));
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

}  // namespace
}  // namespace slipstick
