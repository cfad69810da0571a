// Properties specific to time stepping by complementarity problems. The experiments of the paper are in
// tests/papers/stewart_trinkle_test.cc.
#include <gtest/gtest.h>

#include <string>

#include "slipstick/core/error.h"
#include "slipstick/core/random.h"
#include "slipstick/dynamics/kinematics.h"
#include "support/contact_worlds.h"
#include "support/numbers.h"

namespace slipstick::steppers {

using namespace support;
namespace {

using Eigen::Vector3d;

const char* const kLcpSteppers[] = {"stewart-trinkle", "stewart-trinkle-nonlinear", "anitescu-potra"};

ContactMaterial Bouncy(double restitution, double mu) {
  ContactMaterial material;
  material.restitution = restitution;
  material.mu_static = material.mu_kinetic = mu;
  return material;
}

// --- restitution ---

TEST(Restitution, BallReboundsWithTheCoefficientOfRestitution) {
  for (const char* name : kLcpSteppers)
    for (const char* hypothesis : {"newton", "poisson"})
      for (const double restitution : {0.0, 0.3, 0.8, 1.0}) {
        const World world = OnGround(BallModel(0.5, 0.1, kNoGravity), Bouncy(restitution, 0.5));
        State state = world.InitialState();
        state.q(2) = 0.15;
        state.v(2) = -2.0;
        auto stepper = MakeStepper(name, world, {{"restitution", hypothesis}});
        Advance(*stepper, Actuation(world.model()), 1e-3, 0.1, state);
        EXPECT_NEAR(state.v(2), 2.0 * restitution, 1e-9) << name << " " << hypothesis;
      }
}

TEST(Restitution, BouncingBallComesToRest) {
  for (const char* hypothesis : {"newton", "poisson"}) {
    const World world = OnGround(BallModel(0.5, 0.1), Bouncy(0.7, 0.5));
    State state = world.InitialState();
    state.q(2) = 0.3;
    auto stepper = MakeStepper("stewart-trinkle", world, {{"restitution", hypothesis}});
    Advance(*stepper, Actuation(world.model()), 1e-3, 4.0, state);
    EXPECT_LT(LargestEntry(state.v), 1e-9);
    EXPECT_NEAR(state.q(2), 0.1, 1e-6);
  }
}

/// Largest contact work of random impacts of a bar on the ground, J.
double LargestWorkOfImpact(const char* hypothesis, double restitution) {
  Random random(3);
  double largest = -1e9;
  int impacts = 0;
  for (int i = 0; i < 300; ++i) {
    const World world = OnGround(BlockModel(1.0, {0.6, 0.1, 0.05}, kNoGravity),
                                 Bouncy(restitution, random.Uniform(0.1, 1.5)));
    State state = world.InitialState();
    state.q(2) = 0.4;
    const Vector3d axis =
        Vector3d(random.Uniform(-1, 1), random.Uniform(-1, 1), random.Uniform(-1, 1)).normalized();
    const double half = random.Uniform(0.0, 3.0);
    state.q.segment<3>(3) = std::sin(half) * axis;
    state.q(6) = std::cos(half);
    for (int k = 0; k < 6; ++k) state.v(k) = random.Uniform(-3.0, 3.0) * (k < 3 ? 1.0 : 3.0);
    state.v(2) = -3.0;
    auto stepper = MakeStepper("stewart-trinkle", world, {{"restitution", hypothesis}});
    const Actuation none(world.model());
    for (int step = 0; step < 400; ++step) {
      const StepReport& report = stepper->Step(none, 1e-3, state);
      const bool hits = std::any_of(report.contacts.begin(), report.contacts.end(),
                                    [](const ContactReport& c) { return c.mode != ContactMode::kOpen; });
      if (!hits) continue;
      largest = Larger(largest, report.energy.contact_work);
      ++impacts;
      break;
    }
  }
  EXPECT_EQ(impacts, 300);
  return largest;
}

// With friction, Newton's hypothesis alone would create up to 3.5 J in these (Kane's paradox).
TEST(Restitution, NeverCreatesEnergy) {
  for (const char* hypothesis : {"newton", "poisson"})
    for (const double restitution : {0.5, 1.0}) {
      const double work = LargestWorkOfImpact(hypothesis, restitution);
      EXPECT_LT(work, 0.05) << hypothesis << " "
                            << restitution;  // of 5 to 50 J; the bar rotates within the step
    }
}

// --- friction limit surfaces ---

/// Distance that a block slides in half a second on a slope of 20 deg that descends along x or y.
double SlideOn(bool along_y, const std::string& polygon) {
  const double angle = 0.35;  // tan = 0.365
  const Pose slope = along_y ? Pose::FromRpy({-angle, 0.0, 0.0}, {0.0, 0.0, 0.0})
                             : Pose::FromRpy({0.0, angle, 0.0}, {0.0, 0.0, 0.0});
  const World world = OnGround(BlockModel(1.0, {0.1, 0.1, 0.02}), Bouncy(0.0, 0.8), slope);
  State state = world.InitialState();
  state.q.head<3>() = slope.R * Vector3d(0.0, 0.0, 0.01);
  const double half = 0.5 * angle;
  state.q.segment<4>(3) << (along_y ? -std::sin(half) : 0.0), (along_y ? 0.0 : std::sin(half)), 0.0,
      std::cos(half);
  auto stepper = MakeStepper("stewart-trinkle", world, {{"polygon", polygon}});
  EXPECT_EQ(Advance(*stepper, Actuation(world.model()), 1e-3, 0.5, state).status, StepStatus::kOk);
  return (state.q.head<3>() - slope.R * Vector3d(0.0, 0.0, 0.01)).norm();
}

// The first axis of a surface is the world axis least aligned with its normal: y for a descent along x, and x
// for a descent along y. So downhill is the second axis in both cases.
TEST(FrictionPolygon, HoldsAlongItsWideAxisAndSlidesAlongItsNarrowAxis) {
  const double weak = 0.5 * 0.25 * kGravity * (std::sin(0.35) - 0.8 * 0.3 * std::cos(0.35));
  for (const bool along_y : {false, true}) {
    EXPECT_LT(SlideOn(along_y, "0.3 0; 0 1; -0.3 0; 0 -1"), 1e-9);
    EXPECT_NEAR(SlideOn(along_y, "1 0; 0 0.3; -1 0; 0 -0.3"), weak, 2e-3);
  }
}

TEST(FrictionPolygon, RejectsInvalidPolygons) {
  const World world = OnGround(BallModel(1.0, 0.1), {});
  for (const char* polygon : {"1 0; 0 1", "1 0; 0 1; 1 1", "1 0; 0 -1; -1 0; 0 1", "2 2; 3 2; 3 3",
                              "1 0; 0 1; x y", "1 0; 0 1; -1", "1 0; 0 0.1; -1 0; 0.2 0.15"})
    EXPECT_THROW(MakeStepper("stewart-trinkle", world, {{"polygon", polygon}}), InputError) << polygon;
}

TEST(FrictionDirections, ConvergeToTheExactCone) {
  const World world = OnGround(BlockModel(1.0, {0.1, 0.2, 0.05}), Bouncy(0.0, 0.4));
  const auto end_with = [&](const FieldValues& options) {
    State state = world.InitialState();
    state.q(2) = 0.025;
    state.v << 1.0, 0.4, 0.0, 0.0, 0.0, 3.0;
    Advance(*MakeStepper("stewart-trinkle", world, options), Actuation(world.model()), 1e-3, 0.5, state);
    return state.q;
  };
  const auto exact = end_with({{"solver", "cone"}});
  const auto level = [&](const char* directions) {
    return LargestDifference(
        end_with({{"solver", "lemke"}, {"directions_from", "level"}, {"directions", directions}}), exact);
  };
  EXPECT_GT(level("4"), 0.04);
  EXPECT_LT(level("48"), 0.02);
}

// --- fallback ---

// A ball on a level rail penetrates the floor: no impulse can separate it.
TEST(Fallback, UsesVelocityConstraintsWherePenetrationCannotBeRemoved) {
  ModelBuilder builder("cart");
  const int cart = builder.Add("cart", Inertia::Sphere(0.1, 0.1),
                               model::Prismatic("rail").At(Pose::At(0.0, 0.0, 0.099)).Along(model::X));
  builder.AddCollision("ball", cart, {}, model::SphereGeometry{0.1});
  const World world = OnGround(builder.Build(), {});
  State state = world.InitialState();
  state.v(0) = 0.1;
  auto stepper = MakeStepper("stewart-trinkle", world);
  const StepReport& report = stepper->Step(Actuation(world.model()), 1e-3, state);
  EXPECT_EQ(report.status, StepStatus::kOk);
  EXPECT_EQ(std::string(report.algorithm), "velocity constraints");
  EXPECT_GT(state.t, 0.0);
}

// --- cascades ---

// Every new solution of the step adds one more ball to the contacts.
TEST(Cascade, PropagatesThroughARowOfBallsInOneStep) {
  constexpr int kBalls = 40;
  ModelBuilder builder("row");
  builder.SetGravity(kNoGravity);
  for (int i = 0; i < kBalls; ++i) {
    const std::string name = "ball" + std::to_string(i);
    builder.AddCollision(name, builder.Add(name, Inertia::Sphere(1.0, 0.1), model::Floating(name)), {},
                         model::SphereGeometry{0.1});
  }
  const World world = OnGround(builder.Build(), {}, Pose::At(0.0, 0.0, -10.0));
  State state = world.InitialState();
  for (int i = 0; i < kBalls; ++i) state.q(7 * i) = (0.2 + 1e-6) * i;
  state.q(0) = -1e-3;
  state.v(0) = 2.0;
  auto stepper = MakeStepper("stewart-trinkle", world);
  const StepReport& report = stepper->Step(Actuation(world.model()), 1e-3, state);
  EXPECT_EQ(report.status, StepStatus::kOk);
  EXPECT_GT(report.contacts.size(), 30u);  // until all displacements are below the gaps
  double momentum = 0.0;
  for (int i = 0; i < kBalls; ++i) momentum += state.v(6 * i);
  EXPECT_NEAR(momentum, 2.0, 1e-9);
}

// --- a humanoid ---

const char* const kSoles[] = {"l_sole_front_left", "l_sole_front_right", "l_sole_rear_left",
                              "l_sole_rear_right", "r_sole_front_left",  "r_sole_front_right",
                              "r_sole_rear_left",  "r_sole_rear_right"};

// On eight points: the contact forces are redundant.
TEST(Humanoid, StandsOnRigidFeet) {
  WorldBuilder builder(model::LoadUrdf(SLIPSTICK_MODELS_DIR "/humanoid.urdf"));
  for (const char* sole : kSoles) builder.AddPoint(sole);
  builder.AddGround();
  const World world = builder.Build();
  const Model& model = world.model();
  Workspace<double> ws(model);
  State start = world.InitialState();
  dynamics::ForwardKinematics<double>(model, start.q, ws);
  start.q(2) -= dynamics::FramePose(model, ws, model.frame(kSoles[0])).p.z();
  for (const char* name :
       {"stewart-trinkle", "stewart-trinkle-nonlinear", "anitescu-potra", "relaxed", "macroscopic"})
    for (const double h : {1e-3, 1e-2}) {
      State state = start;
      const Actuation actuation = HoldJoints(world, start, 5000.0, 100.0);
      const StepReport report = Advance(*MakeStepper(name, world), actuation, h, 1.0, state);
      ASSERT_EQ(report.status, StepStatus::kOk) << name;
      double load = 0.0;
      for (const ContactReport& contact : report.contacts) load += contact.force.z;
      EXPECT_NEAR(load, model.total_mass() * kGravity, 0.02 * model.total_mass() * kGravity)
          << name << " " << h;
      EXPECT_LT((state.q.head<3>() - start.q.head<3>()).norm(), 0.02) << name << " " << h;
    }
}

// --- stacks ---

TEST(BoxStack, StandsUnderAThousandTimesItsMass) {
  ModelBuilder builder("stack");
  for (int i = 0; i < 3; ++i) {
    const std::string name = "box" + std::to_string(i);
    const Vector3d size(0.2, 0.2, 0.1);
    builder.AddCollision(name,
                         builder.Add(name, Inertia::Box(i == 2 ? 1000.0 : 1.0, size), model::Floating(name)),
                         {}, model::BoxGeometry{size});
  }
  const World world = OnGround(builder.Build(), {});
  for (const char* name : {"stewart-trinkle", "anitescu-potra", "relaxed"}) {
    State state = world.InitialState();
    for (int i = 0; i < 3; ++i) state.q(7 * i + 2) = 0.05 + 0.1 * i;
    const Eigen::VectorXd start = state.q;
    EXPECT_EQ(Advance(*MakeStepper(name, world), Actuation(world.model()), 1e-3, 0.5, state).status,
              StepStatus::kOk);
    EXPECT_LT(LargestDifference(state.q, start), 1e-3) << name;
    EXPECT_LT(LargestEntry(state.v), 1e-4) << name;
  }
}

}  // namespace
}  // namespace slipstick::steppers
