// The energy of an unactuated robot is conserved, up to the order of the integrator.
#include <gtest/gtest.h>

#include "slipstick/model/generators.h"
#include "support/integrators.h"
#include "support/numbers.h"

namespace slipstick::physics_test {

using namespace support;
namespace {

using Eigen::Vector3d;

/// Largest energy error over 0.3 s of a tumbling humanoid without joint torques.
double EnergyError(const Vector3d& gravity, SmoothStep step, double h) {
  const Model model = LoadWithGravity("humanoid.urdf", gravity);
  PassiveMotion motion(model);
  Random random(5);
  SmoothState x{model::RandomConfiguration(model, random), model::RandomVelocity(model, random, 3.0)};
  const double start = motion.Energy(x);
  double largest = 0.0;
  Advance(motion, step, h, 0.3, x, [&](double, const SmoothState& y) {
    largest = Larger(largest, std::abs(motion.Energy(y) - start));
  });
  return largest;
}

double MeasuredOrder(const Vector3d& gravity, SmoothStep step, double h) {
  return std::log2(EnergyError(gravity, step, h) / EnergyError(gravity, step, h / 2));
}

// Without gravity too: in free fall Euler's error m g² h t / 2 would hide all others.
const Vector3d kGravities[] = {{0.0, 0.0, -9.81}, {0.0, 0.0, 0.0}};

// The energy error is c hᵖ + O(hᵖ⁺¹): at these steps the second term moves the measured order by less than
// 0.1.
TEST(EnergyConservation, OfATumblingHumanoidHasOrderOneWithSemiImplicitEuler) {
  for (const Vector3d& gravity : kGravities)
    EXPECT_NEAR(MeasuredOrder(gravity, StepSemiImplicitEuler, 1e-3), 1.0, 0.1);
}

TEST(EnergyConservation, OfATumblingHumanoidHasOrderFourWithRk4) {
  for (const Vector3d& gravity : kGravities) EXPECT_NEAR(MeasuredOrder(gravity, StepRk4, 4e-3), 4.0, 0.1);
}

// Of some hundred joules, summed over 32 bodies and 3000 steps: doubles leave 1e-12 J, and at this step RK4
// little more.
TEST(EnergyConservation, OfATumblingHumanoidReachesRounding) {
  for (const Vector3d& gravity : kGravities) EXPECT_LT(EnergyError(gravity, StepRk4, 1e-4), 1e-11);
}

}  // namespace
}  // namespace slipstick::physics_test
