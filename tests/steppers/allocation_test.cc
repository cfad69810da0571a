// No step allocates memory after warm-up, as long as the number of near pairs and of contacts does not exceed
// its previous maximum. A separate program, since it replaces the allocator.
#include <gtest/gtest.h>

#include <bit>
#include <numbers>

#include "slipstick/laws/friction_polytopes.h"
#include "slipstick/laws/patch_limit_surface.h"
#include "slipstick/steppers/error_controlled_stepper.h"
#include "slipstick/terrain/granular_fit.h"
#include "slipstick/terrain/resistive_force.h"
#include "support/contact_worlds.h"
#include "support/count_allocations.h"
#include "support/every_stepper.h"

namespace slipstick::steppers {

using namespace support;
namespace {

class StepAllocations : public testing::TestWithParam<Method> {
 protected:
  /// Allocations of a second, different run of one stepper; both runs have contacts.
  long AfterWarmUp(const World& world, const State& warm_up, const State& start, const Actuation& actuation,
                   int steps = 300) {
    auto stepper = GetParam().Make(world);
    const double h = 0.5 * GetParam().h();
    bool touched = false;
    State state = warm_up;
    const auto run = [&] {
      touched = false;
      for (int i = 0; i < steps; ++i) touched |= !stepper->Step(actuation, h, state).contacts.empty();
    };
    run();
    EXPECT_TRUE(touched);
    state = start;  // keeps its capacity
    const long allocations = allocation::In(run);
    EXPECT_TRUE(touched);
    return allocations;
  }
};

State Turned(State state, int at, const Eigen::Vector3d& axis, double angle) {
  state.q.segment<4>(at) << std::sin(0.5 * angle) * axis, std::cos(0.5 * angle);
  return state;
}

TEST(WrenchSpaceAllocations, None) {
  const laws::CoulombPolytope cone(0.7, 6, {});
  const laws::AnisotropicPolytope grooves(0.7, 0.1, {1, 0, 0}, 6, {});
  const laws::PatchLimitSurface patch(0.7, 0.03, 6, {});
  const laws::GranularTerrain sand(
      terrain::FitGranularModel(terrain::SyntheticMeasurements({}, 1), 1e-3).model);
  const world::ContactPose pose{0.02, {0, 0, 0}, Mat3<double>::Identity(), Mat3<double>::Identity()};
  for (const WrenchSpace* space : std::initializer_list<const WrenchSpace*>{&cone, &grooves, &patch, &sand}) {
    const int size = space->rows() * space->num_corners();
    std::vector<double> corners(size), changes(world::kPoseChanges * size);
    EXPECT_EQ(allocation::In([&] {
                space->Corners(pose, corners);
                space->Differentiate(pose, {changes.data(), size * std::popcount(space->derivatives())});
              }),
              0);
  }
}

// Legs with dry friction at their limits, and a wrench on the base: all kinds of forces act.
TEST_P(StepAllocations, NoneForARobotInAnotherMotion) {
  const Model model = model::LoadUrdf(SLIPSTICK_MODELS_DIR "/solo12.urdf");
  std::vector<model::Dof> dofs = model.dofs();
  for (int k = 6; k < model.nv(); ++k) dofs[k].friction = 0.05, dofs[k].damping = 0.01;
  dofs[8].upper = 1.6;  // just above the position of this knee
  WorldBuilder builder(model.WithDofs(std::move(dofs)));
  for (const char* foot : kSoloFeet) builder.AddPoint(foot);
  builder.AddGround();
  const World world = builder.Build();
  State forward = SoloStanding(world), sideways = forward;
  forward.q(2) -= 1e-4;
  forward.v(0) = 0.8;
  sideways = Turned(sideways, 3, Eigen::Vector3d::UnitZ(), 1.0);
  sideways.q(2) += 1e-5;
  sideways.v.head<3>() << 0.1, -0.5, -0.2;
  sideways.v.tail(12).setConstant(0.5);
  Actuation actuation = HoldJoints(world, forward, 10.0, 0.1);
  actuation.tau(8) = 1.0;
  actuation.wrenches.push_back({0, {0.1, 0.0, 0.0}, {1.0, 2.0, -3.0}, {0.0, 0.0, 0.1}});
  EXPECT_EQ(AfterWarmUp(world, forward, sideways, actuation), 0);
}

TEST_P(StepAllocations, NoneForABlockOnANewFace) {
  const World world = OnGround(BlockModel(1.0, {0.1, 0.1, 0.1}), {});
  State flat = world.InitialState();
  flat.q(2) = 0.05 - 1e-5;
  flat.v(2) = -0.1;
  EXPECT_EQ(AfterWarmUp(world, flat, Turned(flat, 3, Eigen::Vector3d::UnitX(), std::numbers::pi),
                        Actuation(world.model())),
            0);
}

/// A box, a cylinder and an ellipsoid without gravity.
World Floaters() {
  ModelBuilder builder("floaters");
  builder.SetGravity(kNoGravity);
  const auto add = [&](const char* name, const Inertia& inertia, model::Geometry shape) {
    builder.AddCollision(name, builder.Add(name, inertia, model::Floating(name)), {}, std::move(shape));
  };
  add("box", Inertia::Box(1.0, {0.2, 0.2, 0.1}), model::BoxGeometry{{0.2, 0.2, 0.1}});
  add("cylinder", Inertia::Cylinder(1.0, 0.05, 0.2), model::CylinderGeometry{0.05, 0.2});
  add("ellipsoid", Inertia::Sphere(0.5, 0.06), model::EllipsoidGeometry{{0.05, 0.06, 0.07}});
  return OnGround(builder.Build(), {});
}

// The cylinder stands on the box. The ellipsoid touches the box first, then the cylinder. (The number of near
// pairs is the same, too: geometry/broad_phase.h keeps a list of them.)
TEST_P(StepAllocations, NoneForNewContactPairs) {
  const World world = Floaters();
  State below = world.InitialState();
  below.q.segment<3>(0) << 0.0, 0.0, 1.0;
  below.q.segment<3>(7) << 0.01, 0.0, 1.15 - 1e-4;
  State above = below;
  below.q.segment<3>(14) << 0.0, 0.01, 0.88 + 1e-4;
  above.q.segment<3>(14) << 0.0, 0.01, 1.32 - 2e-4;
  constexpr int kUntilTheySeparate = 30;  // memory is allocated for a new island
  EXPECT_EQ(AfterWarmUp(world, below, above, Actuation(world.model()), kUntilTheySeparate), 0);
}

// Two flat blocks that slide far from each other.
TEST_P(StepAllocations, NoneForSeveralIslands) {
  ModelBuilder builder("blocks");
  for (const char* name : {"left", "right"})
    builder.AddCollision(name, builder.Add(name, Inertia::Box(1.0, {0.3, 0.3, 0.1}), model::Floating(name)),
                         {}, model::BoxGeometry{{0.3, 0.3, 0.1}});
  const World world = OnGround(builder.Build(), {});
  State slow = world.InitialState();
  for (int body = 0; body < 2; ++body) {
    slow.q.segment<3>(7 * body) << 2.0 * body, 0.0, 0.05 - 1e-6;
    slow.v.segment<3>(6 * body) << 0.05, 0.0, -0.01;
  }
  State fast = slow;
  fast.v(0) = -0.2;
  fast.v(7) = 0.1;
  EXPECT_EQ(AfterWarmUp(world, slow, fast, Actuation(world.model())), 0);
}

class ErrorControlAllocations : public testing::TestWithParam<Method> {};

// With step-size control, including rejected steps.
TEST_P(ErrorControlAllocations, NoneForABallThatLandsAgain) {
  const World world = OnGround(BallModel(1.0, 0.1), {});
  auto stepper = MakeErrorControlled(GetParam().stepper, world, 1e-5, GetParam().options);
  stepper->set_actuation_callback([](double t, Actuation& actuation) { actuation.tau(0) = std::sin(t); });
  const Actuation actuation(world.model());
  State start = world.InitialState();
  start.q(2) = 0.101;
  start.v(2) = -0.1;
  State state = start;
  int rejected = 0;
  const auto run = [&] {
    rejected = 0;
    state.q = start.q, state.v = start.v;
    state.contacts.clear();
    for (int i = 0; i < 10; ++i) rejected += stepper->Step(actuation, 5e-3, state).rejected;
  };
  run();
  EXPECT_EQ(allocation::In(run), 0);
  EXPECT_GT(rejected, 0);
}

INSTANTIATE_TEST_SUITE_P(All, ErrorControlAllocations, testing::ValuesIn(AllSteppers()), MethodTestName);

INSTANTIATE_TEST_SUITE_P(All, StepAllocations, testing::ValuesIn(AllMethods()), MethodTestName);
/// Published variants that are not part of AllMethods.
INSTANTIATE_TEST_SUITE_P(
    Published, StepAllocations,
    testing::Values(Method{"relaxed", {{"friction", "clamp"}}},
                    Method{"relaxed", {{"form", "least-squares"}}},
                    Method{"relaxed",
                           {{"form", "least-squares"}, {"friction", "clamp"}, {"integrator", "rk-gill"}}}),
    MethodTestName);

}  // namespace
}  // namespace slipstick::steppers
