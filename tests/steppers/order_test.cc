// The order of convergence that each stepper declares, on smooth motions.
#include <gtest/gtest.h>

#include "slipstick/dynamics/configuration.h"
#include "support/contact_worlds.h"
#include "support/every_stepper.h"
#include "support/numbers.h"

namespace slipstick::steppers {

using namespace support;
namespace {

using Eigen::VectorXd;

class OrderOfConvergence : public testing::TestWithParam<Method> {};

/// From the distances between results at h, h/2 and h/4: their ratio is 2 to the power of the order.
double MeasuredOrder(const Method& method, const World& world, const State& start, const Actuation& actuation,
                     double h, double duration) {
  const auto end_at = [&](double step) {
    auto stepper = method.Make(world);
    State state = start;
    EXPECT_EQ(Advance(*stepper, actuation, step, duration, state).status, StepStatus::kOk);
    return state;
  };
  const State coarse = end_at(h), middle = end_at(h / 2), fine = end_at(h / 4);
  const auto distance = [&](const State& a, const State& b) {
    return Larger(LargestEntry(dynamics::Difference(world.model(), a.q, b.q)), LargestDifference(a.v, b.v));
  };
  return std::log2(distance(coarse, middle) / distance(middle, fine));
}

// A robot in the air: rotating base, swinging legs, damped joints with feedback.
TEST_P(OrderOfConvergence, IsAsDeclaredInTheAir) {
  const World world = SoloOnPoints();
  State state = SoloStanding(world);
  state.q(2) = 1.0;
  for (int k = 0; k < world.model().nv(); ++k) state.v(k) = std::sin(2.0 * k + 1.0);
  const Actuation actuation = HoldJoints(world, SoloStanding(world), 1.0, 0.02);
  EXPECT_GT(MeasuredOrder(GetParam(), world, state, actuation, 2e-3, 0.04), GetParam().order() - 0.25);
}

class OrderInCompliantContact : public OrderOfConvergence {};

// A block that oscillates on its springs without leaving the ground.
TEST_P(OrderInCompliantContact, IsAsDeclaredInStickingContact) {
  ContactMaterial soft;
  soft.stiffness = 1e3;
  soft.damping = 3.0;
  soft.mu_static = soft.mu_kinetic = 10.0;
  const World world = OnGround(BlockModel(1.0, {0.2, 0.2, 0.1}), soft);
  // It has touched down before: the law may have a kink where a contact is first detected
  // (normal_anchor=touchdown).
  State state = world.InitialState();
  state.q(2) = 0.05 - 1e-9;
  ASSERT_EQ(GetParam().Make(world)->Step(Actuation(world.model()), 1e-9, state).contacts.size(), 4u);
  state.q(2) = 0.05 - 1.3 * kGravity / 4e3;
  state.v(0) = 0.002;
  EXPECT_GT(MeasuredOrder(GetParam(), world, state, Actuation(world.model()), 2e-3, 0.04),
            GetParam().order() - 0.35);
}

/// Regularised friction has a kink at zero slip speed.
bool HasSprings(const Method& method) { return method.traits().friction == FrictionModel::kAnchor; }

INSTANTIATE_TEST_SUITE_P(All, OrderOfConvergence, testing::ValuesIn(AllMethods()), MethodTestName);
INSTANTIATE_TEST_SUITE_P(All, OrderInCompliantContact, testing::ValuesIn(Where(HasSprings, AllMethods())),
                         MethodTestName);

}  // namespace
}  // namespace slipstick::steppers
