// What the steppers of paper 004 promise beyond the laws that all obey: two algorithms to one step, islands
// that leave each other alone, cuts that are counted, joints inside the implicit solve.
#include <gtest/gtest.h>

#include "slipstick/steppers/tamsi/tamsi_stepper.h"
#include "support/contact_worlds.h"
#include "support/numbers.h"

namespace slipstick::steppers {

using namespace support;
namespace {

using Eigen::VectorXd;

/// It skids on its feet while a leg swings.
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

TEST(TamsiSpaces, LeadToTheSameStep) {
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

// One foot that touches has three rows, and there are 18 dofs. A tower has as many rows as dofs, but rows are
// coupled more.
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

// Newton's method without a line search fails where the right one comes to rest; the left one must not
// notice.
TEST(TamsiIslands, AHardContactElsewhereChangesNoBit) {
  const World world = TwoBlocks();
  const FieldValues fragile = {{"line_search", "none"}, {"max_iterations", "4"}};
  State calm = SideBySide(world), busy = calm;
  busy.v.segment<3>(6) << 0.05, 0.3, 0.0;
  busy.v.segment<3>(9) << 0.0, 0.0, 4.0;
  const auto run = [&](State& state) {
    auto stepper = MakeStepper("tamsi", world, fragile);
    int cut = 0;
    for (int i = 0; i < 200; ++i) cut += stepper->Step(Actuation(world.model()), 2e-3, state).substeps > 1;
    return cut;
  };
  run(calm);
  EXPECT_GT(run(busy), 0);
  EXPECT_EQ(VectorXd(calm.q.head(7)), VectorXd(busy.q.head(7)));
  EXPECT_EQ(VectorXd(calm.v.head(6)), VectorXd(busy.v.head(6)));
}

// A step that is cut is as good as the steps into which it is cut: positions go with the velocity of each
// part.
TEST(TamsiCuts, AreCountedAndMoveWithEachPart) {
  const World world = OnGround(BlockModel(1.0, {0.1, 0.1, 0.1}), {});
  State start = world.InitialState();
  start.q(2) = 0.05 - 1e-5;
  start.v(0) = 0.03;  // at rest within the step, which Newton's method without a line search jumps over
  const FieldValues fragile = {{"line_search", "none"}, {"max_iterations", "3"}};
  State whole = start, parts = start;
  auto stepper = MakeStepper("tamsi", world, fragile);
  const StepReport report = stepper->Step(Actuation(world.model()), 8e-3, whole);
  ASSERT_EQ(report.status, StepStatus::kOk);
  ASSERT_GT(report.substeps, 1);
  auto fine = MakeStepper("tamsi", world);
  for (int i = 0; i < 64; ++i) fine->Step(Actuation(world.model()), 8e-3 / 64, parts);
  EXPECT_NEAR(whole.q(0), parts.q(0),
              1e-5);  // of 55 µm: the braking distance; velocities of parts alone would lose half of it
  Vec3<double> sum = Vec3<double>::Zero();
  for (const ContactReport& contact : report.contacts) sum += contact.force;
  EXPECT_NEAR(sum.x, (whole.v(0) - start.v(0)) / 8e-3,
              1e-9);  // mean force: the momentum that is gone, over the step
}

TEST(TamsiCuts, EndInAStatusWhereTheyAreNotAllowed) {
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

// A thin plate that tumbles at 60 rad/s about its middle axis: at 10 ms explicit gyroscopic forces would
// throw it to infinity.
TEST(TamsiLooseBodies, TumbleWithoutGainingEnergy) {
  ModelBuilder builder("plate");
  builder.SetGravity(kNoGravity);
  Inertia plate = Inertia::Box(0.5, {0.3, 0.1, 0.01});
  plate.com = Eigen::Vector3d(0.05, 0.02, 0.0);  // the body's frame is elsewhere
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
      EXPECT_LE(report.energy.kinetic, energy * (1.0 + 1e-12));
      energy = report.energy.kinetic;
    }
    if (h < 1e-3) {
      EXPECT_GT(energy, 0.9 * start);  // and short steps lose little
    }
  }
}

// A slider that is thrown against its limit at 1 m/s, at 10 ms: with a limit that is seen only once it is
// passed it would be 1 cm beyond.
TEST(TamsiJoints, ALimitHoldsInTheStepThatReachesIt) {
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
      furthest = std::max(furthest, state.q(0));
    }
    EXPECT_LT(furthest, 0.102) << name;  // implicit: a fifth of the overshoot h v / (1 + h/T)²
    EXPECT_LE(state.v(0), 1e-9) << name;
  }
}

// A cart that is pushed over its dry friction drags the spring behind that along: it must not wind it up,
// however long the steps.
TEST(TamsiJoints, DryFrictionRemembersNoMoreThanItExerts) {
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
