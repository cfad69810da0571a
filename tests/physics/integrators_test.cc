// The integrators of the physics tests have the declared order.
#include "support/integrators.h"

#include <gtest/gtest.h>

#include "slipstick/model/generators.h"
#include "support/elliptic.h"
#include "support/tolerances.h"

namespace slipstick::physics_test {

using namespace support;
namespace {

using Eigen::VectorXd;

/// A free body, a spherical joint, a planar one and a hinge in a row: all kinds of coordinates.
Model EveryKindOfCoordinate() {
  ModelBuilder builder("acrobat");
  const Inertia box = Inertia::Box(1.0, {0.1, 0.2, 0.3}).In(Pose::At(0.05, 0.1, -0.1));
  const int trunk = builder.Add("trunk", box, model::Floating("free"));
  const int arm = builder.Add("arm", box, model::Spherical("shoulder").On(trunk).At(Pose::At(0.1, 0.0, 0.2)));
  const int tray = builder.Add("tray", box, model::Planar("table").On(arm).About({0.3, 1.0, 0.2}));
  builder.Add("hand", box,
              model::Revolute("wrist").On(tray).About({1.0, 0.5, 0.0}).At(Pose::At(0.0, 0.1, 0.1)));
  return builder.Build();
}

/// Distance between the states after 0.5 s with steps h and h/2.
double ChangeByHalving(SmoothStep step, double h) {
  const Model model = EveryKindOfCoordinate();
  PassiveMotion motion(model);
  const auto end = [&](double size) {
    Random random(3);
    SmoothState x{model::RandomConfiguration(model, random), model::RandomVelocity(model, random, 1.0)};
    Advance(motion, step, size, 0.5, x);
    return x;
  };
  const SmoothState coarse = end(h), fine = end(h / 2);
  return dynamics::Difference(model, coarse.q, fine.q).norm() + (coarse.v - fine.v).norm();
}

// The error is c hᵖ + O(hᵖ⁺¹), so the measured order approaches p with h; at these steps the second term is
// within 5 %.
TEST(Integrators, SemiImplicitEulerHasOrderOne) {
  const double order =
      std::log2(ChangeByHalving(StepSemiImplicitEuler, 1e-3) / ChangeByHalving(StepSemiImplicitEuler, 5e-4));
  EXPECT_NEAR(order, 1.0, 0.05);
}

TEST(Integrators, Rk4OnTheManifoldHasOrderFour) {
  const double order = std::log2(ChangeByHalving(StepRk4, 1e-2) / ChangeByHalving(StepRk4, 5e-3));
  EXPECT_NEAR(order, 4.0, 0.2);
}

// Abramowitz and Stegun, table 17.1: K(m) for m = k² = 0, 0.5, 0.99; all printed digits.
TEST(EllipticK, AgreesWithTheTables) {
  EXPECT_NEAR(EllipticK(1.0), 1.570796326794897, kRounding);
  EXPECT_NEAR(EllipticK(std::sqrt(0.5)), 1.854074677301372, kRounding);
  EXPECT_NEAR(EllipticK(0.1), 3.695637362989875, 2e-15);
}

}  // namespace
}  // namespace slipstick::physics_test
