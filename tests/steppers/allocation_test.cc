// No step allocates after warm-up. A program of its own, since it replaces the allocator.
#include <gtest/gtest.h>

#include "core/count_allocations.h"
#include "steppers/every_stepper.h"
#include "steppers/worlds.h"

namespace slipstick {
namespace {

class StepAllocations : public testing::TestWithParam<std::string> {};

/// Allocations in the second of two runs over the same ground.
long InSecondRun(const std::string& name, const World& world, const State& start,
                 const Actuation& actuation) {
  auto stepper = MakeStepper(name, world);
  const double h = 0.5 * SafeStep(FindStepper(name));
  State state = start;
  const auto run = [&] {
    state = start;
    for (int i = 0; i < 300; ++i) stepper->Step(actuation, h, state);
  };
  run();
  return allocation::In(run);
}

TEST_P(StepAllocations, NoneOfASkiddingRobot) {
  const World world = SoloOnPoints();
  State state = SoloStanding(world);
  state.q(2) += 2e-3;
  state.v(0) = 0.8;
  EXPECT_EQ(InSecondRun(GetParam(), world, state, HoldJoints(world, state, 10.0, 0.1)), 0);
}

TEST_P(StepAllocations, NoneOfLooseBodiesThatCollide) {
  ModelBuilder builder("pile");
  const auto add = [&](const char* name, const Inertia& inertia, Geometry shape, double z) {
    const int link =
        builder.Add(name, inertia, Floating(name).At(Pose::FromRpy({0.3, 0.2, z}, {0.01 * z, 0.0, z})));
    builder.AddCollision(name, link, {}, std::move(shape));
  };
  add("box", Inertia::Box(1.0, {0.2, 0.2, 0.1}), BoxGeometry{{0.2, 0.2, 0.1}}, 0.12);
  add("cylinder", Inertia::Cylinder(1.0, 0.05, 0.2), CylinderGeometry{0.05, 0.2}, 0.28);
  add("ellipsoid", Inertia::Sphere(0.5, 0.06), EllipsoidGeometry{{0.05, 0.06, 0.07}}, 0.42);
  const World world = OnGround(builder.Build(), {});
  EXPECT_EQ(InSecondRun(GetParam(), world, world.InitialState(), Actuation(world.model())), 0);
}

INSTANTIATE_TEST_SUITE_P(All, StepAllocations, testing::ValuesIn(AllSteppers()), StepperTestName);

}  // namespace
}  // namespace slipstick
