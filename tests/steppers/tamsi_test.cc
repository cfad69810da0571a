// Properties specific to the steppers of Castro et al. 2020 (tamsi): two equivalent Newton systems,
// independent islands, sub-steps, joints inside the implicit solve.
#include <gtest/gtest.h>

#include "slipstick/steppers/tamsi/tamsi_stepper.h"
#include "support/contact_worlds.h"
#include "support/numbers.h"
#include "support/tolerances.h"

namespace slipstick::steppers {

using namespace support;
namespace {

using Eigen::VectorXd;

/// Slides on its feet while a leg swings.
State SoloSkidding(const World& world) {
  State state = SoloStanding(world);
  state.q(2) -= 2e-4;
  state.v.head<3>() << 0.3, -0.2, -0.1;
  state.v(8) = 1.0;
  return state;
}

VectorXd VelocityAfterAStep(const World& world, const State& start, const char* space,
                            std::string& algorithm) {
  State state = start;
  auto stepper = MakeStepper("tamsi", world, {{"space", space}, {"tolerance", "1e-9"}});
  const StepReport& report = stepper->Step(HoldJoints(world, start, 10.0, 0.1), 2e-3, state);
  EXPECT_EQ(report.status, StepStatus::kOk);
  algorithm = report.algorithm;
  return state.v;
}

TEST(TamsiSpaces, GiveTheSameStep) {
  const World world = SoloOnPoints();
  std::string algorithm;
  const VectorXd joints = VelocityAfterAStep(world, SoloSkidding(world), "joints", algorithm);
  EXPECT_EQ(algorithm, "joint space");
  const VectorXd contacts = VelocityAfterAStep(world, SoloSkidding(world), "contacts", algorithm);
  EXPECT_EQ(algorithm, "contact space");
  EXPECT_LT(LargestDifference(joints, contacts), 1e-11);  // rounding, of velocities of 1 m/s
}

/// Boxes on top of each other.
World Tower(int boxes) {
  ModelBuilder builder("tower");
  for (int i = 0; i < boxes; ++i) {
    const std::string name = "box" + std::to_string(i);
    builder.AddCollision(name, builder.Add(name, Inertia::Box(1.0, {0.1, 0.1, 0.1}), model::Floating(name)),
                         {}, model::BoxGeometry{{0.1, 0.1, 0.1}});
  }
  return OnGround(builder.Build(), {});
}

// A single foot in contact has three rows, for 18 dofs. A tower has as many rows as dofs, but denser
// coupling.
TEST(TamsiSpaces, AreChosenByCost) {
  const World solo = SoloOnPoints();
  State tilted = SoloSkidding(solo);
  tilted.q.segment<4>(3) << 0.0, std::sin(0.05), 0.0, std::cos(0.05);
  tilted.q(3) = 0.02, tilted.q.segment<4>(3).normalize();
  tilted.q(2) += 0.01;
  std::string algorithm;
  VelocityAfterAStep(solo, tilted, "auto", algorithm);
  EXPECT_EQ(algorithm, "contact space");
  const World tower = Tower(6);
  State stacked = tower.InitialState();
  for (int k = 0; k < 6; ++k) stacked.q(7 * k + 2) = (0.05 - 1e-5) + k * (0.1 - 1e-5);
  auto stepper = MakeStepper("tamsi", tower);
  EXPECT_STREQ(stepper->Step(Actuation(tower.model()), 1e-3, stacked).algorithm, "joint space");
}

/// Two blocks far from each other.
World TwoBlocks() {
  ModelBuilder builder("two");
  for (const char* name : {"left", "right"})
    builder.AddCollision(name, builder.Add(name, Inertia::Box(1.0, {0.1, 0.1, 0.1}), model::Floating(name)),
                         {}, model::BoxGeometry{{0.1, 0.1, 0.1}});
  return OnGround(builder.Build(), {});
}
State SideBySide(const World& world) {
  State state = world.InitialState();
  state.q.segment<3>(0) << -1.0, 0.0, 0.05 - 1e-5;
  state.q.segment<3>(7) << 1.0, 0.0, 0.05 - 1e-5;
  state.v.head<3>() << 0.3, 0.1, 0.0;
  return state;
}

// Newton's method without a line search fails where the right block comes to rest. The left block must not be
// affected.
TEST(TamsiIslands, DoNotAffectEachOther) {
  const World world = TwoBlocks();
  const FieldValues fragile = {{"line_search", "none"}, {"max_iterations", "4"}};
  State calm = SideBySide(world), busy = calm;
  busy.v.segment<3>(6) << 0.05, 0.3, 0.0;
  busy.v.segment<3>(9) << 0.0, 0.0, 4.0;
  const auto run = [&](State& state) {
    auto stepper = MakeStepper("tamsi", world, fragile);
    int split = 0;
    for (int i = 0; i < 200; ++i) split += stepper->Step(Actuation(world.model()), 2e-3, state).substeps > 1;
    return split;
  };
  run(calm);
  EXPECT_GT(run(busy), 0);
  EXPECT_EQ(VectorXd(calm.q.head(7)), VectorXd(busy.q.head(7)));
  EXPECT_EQ(VectorXd(calm.v.head(6)), VectorXd(busy.v.head(6)));
}

// A split step integrates positions with the velocity of each sub-step.
TEST(TamsiSubsteps, AreCountedAndIntegratePositions) {
  const World world = OnGround(BlockModel(1.0, {0.1, 0.1, 0.1}), {});
  State start = world.InitialState();
  start.q(2) = 0.05 - 1e-5;
  start.v(0) = 0.03;  // comes to rest within the step, where Newton's method without a line search fails
  const FieldValues fragile = {{"line_search", "none"}, {"max_iterations", "3"}};
  State split = start, reference = start;
  auto stepper = MakeStepper("tamsi", world, fragile);
  const StepReport report = stepper->Step(Actuation(world.model()), 8e-3, split);
  ASSERT_EQ(report.status, StepStatus::kOk);
  ASSERT_GT(report.substeps, 1);
  auto fine = MakeStepper("tamsi", world);
  for (int i = 0; i < 64; ++i) fine->Step(Actuation(world.model()), 8e-3 / 64, reference);
  EXPECT_NEAR(split.q(0), reference.q(0),
              1e-5);  // of 55 µm, the braking distance; the last velocity alone would give half of it
  Vec3<double> sum = Vec3<double>::Zero();
  for (const ContactReport& contact : report.contacts) sum += contact.force;
  EXPECT_NEAR(sum.x, (split.v(0) - start.v(0)) / 8e-3,
              1e-9);  // mean force: momentum change over the step
}

TEST(TamsiSubsteps, NonConvergenceIsReportedWithoutSubsteps) {
  const World world = OnGround(BlockModel(1.0, {0.1, 0.1, 0.1}), {});
  State state = world.InitialState();
  state.q(2) = 0.05 - 1e-5;
  state.v(0) = 0.03;
  auto stepper =
      MakeStepper("tamsi", world, {{"line_search", "none"}, {"max_iterations", "3"}, {"max_substeps", "1"}});
  EXPECT_EQ(stepper->Step(Actuation(world.model()), 8e-3, state).status, StepStatus::kNotConverged);
  EXPECT_TRUE(state.q.allFinite());
  EXPECT_DOUBLE_EQ(state.t, 8e-3);
}

// A thin plate that tumbles at 60 rad/s about its middle axis: explicit gyroscopic forces diverge at 10 ms.
TEST(TamsiFreeBodies, TumbleWithoutGainingEnergy) {
  ModelBuilder builder("plate");
  builder.SetGravity(kNoGravity);
  Inertia plate = Inertia::Box(0.5, {0.3, 0.1, 0.01});
  plate.com = Eigen::Vector3d(0.05, 0.02, 0.0);  // not at the origin of the body
  builder.Add("plate", plate, model::Floating("free"));
  const World world = OnGround(builder.Build(), {});
  for (const double h : {1e-4, 1e-2}) {
    State state = world.InitialState();
    state.q(2) = 10.0;
    state.v << 0.1, -0.2, 0.3, 1.0, 60.0, 2.0;
    auto stepper = MakeStepper("tamsi", world);
    const double start = stepper->Step(Actuation(world.model()), 1e-9, state).energy.kinetic;
    double energy = start;
    for (int i = 0; i < std::lround(0.5 / h); ++i) {
      const StepReport& report = stepper->Step(Actuation(world.model()), h, state);
      ASSERT_EQ(report.status, StepStatus::kOk);
      EXPECT_LE(report.energy.kinetic, energy * (1.0 + kAccumulatedRounding));
      energy = report.energy.kinetic;
    }
    if (h < 1e-3) {
      EXPECT_GT(energy, 0.9 * start);  // short steps lose little
    }
  }
}

// A slider hits its limit at 1 m/s with steps of 10 ms. A limit that acts one step late would be passed by
// a centimetre.
TEST(TamsiJoints, LimitActsInTheStepThatReachesIt) {
  ModelBuilder builder("slider");
  builder.Add("cart", Inertia::Sphere(1.0, 0.1),
              model::Prismatic("rail").At(Pose::At(0.0, 0.0, 1.0)).Along(model::X).Limits(-1.0, 0.1));
  const World world = OnGround(builder.Build(), {});
  for (const char* name : {"tamsi", "semi-implicit"}) {
    State state = world.InitialState();
    state.q(0) = 0.095;
    state.v(0) = 1.0;
    auto stepper = MakeStepper(name, world);
    double furthest = 0.0;
    for (int i = 0; i < 50; ++i) {
      ASSERT_EQ(stepper->Step(Actuation(world.model()), 1e-2, state).status, StepStatus::kOk);
      furthest = Larger(furthest, state.q(0));
    }
    EXPECT_LT(furthest, 0.102) << name;  // implicit: a fifth of the overshoot h v / (1 + h/T)²
    EXPECT_LE(state.v(0), 1e-9) << name;
  }
}

// A cart slips against its dry friction: the stored stretch of the friction spring stays within its limit at
// any step.
TEST(TamsiJoints, StoredDryFrictionIsWithinItsLimit) {
  ModelBuilder builder("cart");
  builder.Add("cart", Inertia::Sphere(1.0, 0.1),
              model::Prismatic("rail").At(Pose::At(0.0, 0.0, 1.0)).Along(model::X).Friction(1.0));
  const World world = OnGround(builder.Build(), {});
  for (const double h : {1e-3, 1e-2}) {
    State state = world.InitialState();
    Actuation actuation(world.model());
    actuation.tau(0) = 50.0;
    ASSERT_EQ(Advance(*MakeStepper("tamsi", world), actuation, h, 0.1, state).status, StepStatus::kOk);
    EXPECT_NEAR(state.v(0), 4.9, 1e-9);  // (50 N - 1 N) 0.1 s / 1 kg, all of it slipping
    const double stretch = state.q(0) - state.q_held(0);
    EXPECT_LE(world.joint_laws()[0].friction_stiffness * std::abs(stretch), 1.0 + 1e-9) << h;
  }
}

}  // namespace
}  // namespace slipstick::steppers
