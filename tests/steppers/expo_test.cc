// The exponential integrator on problems with known solutions. Laws common to all steppers are tested in
// tests/physics.
#include <gtest/gtest.h>

#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/kinematics.h"
#include "slipstick/steppers/expo/expo_stepper.h"
#include "support/contact_worlds.h"
#include "support/numbers.h"
#include "support/random_matrices.h"
#include "support/tolerances.h"

namespace slipstick::steppers {

using namespace support;
namespace {

using Eigen::Vector3d, Eigen::VectorXd;

/// A ball of 1 kg on a vertical rail, with its lowest point on the ground.
World BallOnRail(const ContactMaterial& material) {
  ModelBuilder builder("rail");
  const int ball = builder.Add("ball", Inertia::Sphere(1.0, 0.1),
                               model::Prismatic("rail").At(Pose::At(0.0, 0.0, 0.1)).Along(Vector3d::UnitZ()));
  builder.AddCollision("ball", ball, {}, model::SphereGeometry{0.1});
  return OnGround(builder.Build(), material);
}

/// z̈ + B ż + K z = -g at t, from (z, v) at 0.
struct Oscillation {
  double K, B, z, v;
  std::pair<double, double> At(double t) const {
    const double rest = -kGravity / K, a = 0.5 * B, y = z - rest;
    if (a * a < K) {
      const double w = std::sqrt(K - a * a), decay = std::exp(-a * t), c = std::cos(w * t),
                   s = std::sin(w * t) / w;
      return {rest + decay * (y * c + (v + a * y) * s), decay * (v * c - (K * y + a * v) * s)};
    }
    const double fast = -(a + std::sqrt(a * a - K)), slow = K / fast;
    const double of_fast = (v - slow * y) / (fast - slow), of_slow = y - of_fast;
    const double e_fast = std::exp(fast * t), e_slow = std::exp(slow * t);
    return {rest + of_fast * e_fast + of_slow * e_slow, of_fast * fast * e_fast + of_slow * slow * e_slow};
  }
};

TEST(Exponential, SpringAndDamperAreExactForAnyStep) {
  for (const double K : {1e3, 1e5, 1e7})
    for (const double ratio : {0.0, 0.1, 0.9, 3.0}) {
      ContactMaterial material;
      material.stiffness = K;
      material.damping = 2.0 * ratio * std::sqrt(K);
      const World world = BallOnRail(material);
      for (const char* order : {"1", "2"}) {
        auto stepper = MakeStepper("expo", world, {{"bilateral", "true"}, {"order", order}});
        for (const double h : {1e-5, 1e-3, 1e-2, 0.1, 1.0}) {
          State state = world.InitialState();
          stepper->Step(Actuation(world.model()), 1e-9, state);  // detects the contact
          state.q(0) = -2e-3;
          state.v(0) = 0.1;
          const Oscillation exact{K, material.damping, state.q(0), state.v(0)};
          ASSERT_EQ(stepper->Step(Actuation(world.model()), h, state).status, StepStatus::kOk);
          const auto [z, v] = exact.At(h);
          const double turns = 1.0 + h * std::sqrt(K);  // rounding of the phase
          EXPECT_NEAR(state.q(0), z, kAccumulatedRounding * turns * 2e-3) << K << " " << ratio << " " << h;
          EXPECT_NEAR(state.v(0), v, kAccumulatedRounding * turns * 2e-3 * std::sqrt(K))
              << K << " " << ratio << " " << h;
        }
      }
    }
}

TEST(Exponential, BilateralContactDoesNotDependOnTheStep) {
  const World world = BallOnRail({});
  const auto end = [&](int steps) {
    auto stepper = MakeStepper("expo", world, {{"bilateral", "true"}});
    State state = world.InitialState();
    state.v(0) = -0.3;
    for (int k = 0; k < steps; ++k) stepper->Step(Actuation(world.model()), 0.03 / steps, state);
    return state;
  };
  const State whole = end(1);
  EXPECT_GT(whole.v(0), 0.0);  // the spring pulls it back; a unilateral contact would have opened
  for (const int steps : {2, 7, 100, 1000}) {
    const State split = end(steps);
    EXPECT_NEAR(split.q(0), whole.q(0), 1e-14);
    EXPECT_NEAR(split.v(0), whole.v(0), kAccumulatedRounding);
  }
}

TEST(Exponential, FreeFlightAgreesWithEuler) {
  const World world = SoloOnPoints();
  State state = SoloStanding(world);
  state.q(2) = 1.0;
  for (int k = 0; k < world.model().nv(); ++k) state.v(k) = std::sin(2.0 * k + 1.0);
  Actuation actuation(world.model());
  for (int k = 6; k < world.model().nv(); ++k) actuation.tau(k) = 0.1 * std::cos(3.0 * k);
  State other = state;
  auto expo = MakeStepper("expo-plain", world), euler = MakeStepper("euler", world);
  for (int k = 0; k < 10; ++k) {
    expo->Step(actuation, 2e-3, state);
    euler->Step(actuation, 2e-3, other);
  }
  EXPECT_LT(LargestDifference(state.v, other.v), 1e-11);
  EXPECT_LT(LargestDifference(state.q, other.q), kAccumulatedRounding);
}

/// Solo just above its rest on the ground, falling onto its feet at this speed.
State Landing(const World& world, double speed) {
  State state = SoloStanding(world);
  state.q(2) -= 1e-6;
  state.v(2) = -speed;
  return state;
}

// Fig. 5 of the expo paper: forces predicted over 20 ms against those of a fine simulation.
TEST(Exponential, PredictedForcesAgreeWithAFineSimulation) {
  ContactMaterial rubber;
  rubber.mu_static = rubber.mu_kinetic = 1.0;
  const World world = SoloOnPoints(rubber);
  State start = SoloStanding(world);
  Actuation hold = HoldJoints(world, start, 60.0, 0.5);
  Advance(*MakeStepper("implicit-euler", world), hold, 1e-3, 0.5, start);
  // constant torques from here on, as in the paper; initial downward velocity
  hold.tau = 60.0 * dynamics::Difference(world.model(), start.q, hold.q_ref);
  hold.tau.head<6>().setZero();
  for (VectorXd* feedback : {&hold.kp, &hold.kd, &hold.q_ref, &hold.v_ref}) feedback->resize(0);
  start.v(2) = -0.02;
  expo::ExpoStepper expo(world, {});
  std::vector<double> times;
  for (int k = 1; k <= 20; ++k) times.push_back(1e-3 * k);
  const expo::ForcePrediction prediction = expo.PredictForces(hold, start, times);
  ASSERT_EQ(prediction.contacts.size(), 4u);
  auto fine = MakeStepper("rk4", world);
  State state = start;
  double worst = 0.0, largest = 0.0;
  for (size_t k = 0; k < times.size(); ++k) {
    StepReport report = Advance(*fine, hold, 1e-6, 1e-3, state);
    for (size_t c = 0; c < 4; ++c) {
      ASSERT_EQ(report.contacts[c].id, prediction.contacts[c].id);
      const double simulated = report.contacts[c].force.z;
      worst = Larger(worst, std::abs(prediction.contacts[c].force[k].z - simulated));
      largest = Larger(largest, simulated);
    }
  }
  EXPECT_GT(largest, 5.0);
  EXPECT_LT(worst, 0.1 * largest);
}

TEST(Exponential, PredictionStartsAtTheCurrentForce) {
  const World world = SoloOnPoints();
  const State start = Landing(world, 0.1);
  expo::ExpoStepper expo(world, {});
  const expo::ForcePrediction prediction = expo.PredictForces(Actuation(world.model()), start, {0.0});
  ASSERT_EQ(prediction.contacts.size(), 4u);
  State state = start;
  const StepReport now = MakeStepper("euler", world)->Step(Actuation(world.model()), 1e-6, state);
  for (size_t c = 0; c < 4; ++c)
    EXPECT_NEAR(prediction.contacts[c].force[0].z, now.contacts[c].force.z,
                1e-2);  // the force changes by 1e4 N/s
  EXPECT_THROW(expo.PredictForces(Actuation(world.model()), start, {-1.0}), InputError);
}

// The tip of an arm of very large inertia moves on a circle, so that its depth is known at any time.
TEST(Exponential, PredictionIncludesCentripetalAcceleration) {
  constexpr double kArm = 0.5, kRadius = 0.02, kAngle = 0.8, kDepth = 1e-3, kSpin = 5.0;
  const double height = kRadius + kArm * std::sin(kAngle) - kDepth;
  ModelBuilder builder("arm");
  builder.SetGravity(kNoGravity);
  const int arm =
      builder.Add("arm", Inertia::Sphere(1e6, 1.0),
                  model::Revolute("pivot").At(Pose::At(0.0, 0.0, height)).About(Vector3d::UnitY()));
  builder.AddCollision("tip", arm, Pose::At(kArm, 0.0, 0.0), model::SphereGeometry{kRadius});
  const ContactMaterial material;
  const World world = OnGround(builder.Build(), material);
  State state = world.InitialState();
  state.q(0) = kAngle;
  state.v(0) = kSpin;
  expo::ExpoStepper expo(world, {});
  const double t = 4e-3, angle = kAngle + kSpin * t;
  const expo::ForcePrediction prediction = expo.PredictForces(Actuation(world.model()), state, {t});
  ASSERT_EQ(prediction.contacts.size(), 1u);
  const double depth = kRadius + kArm * std::sin(angle) - height, speed = kSpin * kArm * std::cos(angle);
  const double towards_pivot = kArm * kSpin * kSpin * std::sin(kAngle);
  const double by_turning = (0.5 * t * t * material.stiffness + t * material.damping) * towards_pivot;
  EXPECT_NEAR(prediction.contacts[0].force[0].z, material.stiffness * depth + material.damping * speed,
              kSpin * t * by_turning);  // the rotation of the centripetal acceleration is neglected
}

/// A body with one leg that ends in a ball.
World Hopper(double damping) {
  ModelBuilder builder("hopper");
  const int body = builder.Add("body", Inertia::Box(1.0, {0.3, 0.2, 0.1}), model::Floating("free"));
  const int leg = builder.Add("leg", Inertia::Rod(0.2, {0, 0, 0}, {0.1, 0, -0.2}),
                              model::Revolute("hip").On(body).About(Vector3d::UnitY()).Damping(damping));
  builder.AddCollision("foot", leg, Pose::At(0.1, 0.0, -0.2), model::SphereGeometry{0.02});
  return OnGround(builder.Build(), {});
}

// Without joint damping M is the same for every sub-step. With any damping it is computed for each of them.
TEST(Exponential, NegligibleJointDampingHasNegligibleEffect) {
  const auto end = [](double damping) {
    const World world = Hopper(damping);
    State state = world.InitialState();
    state.q(2) = 0.221;
    state.v << 0.3, 0.0, -0.5, 1.0, 6.0, -2.0, 8.0;  // rotates, so that the free contact acceleration changes
    int substeps = 0;
    auto stepper = MakeStepper("expo", world);
    for (int k = 0; k < 4; ++k) substeps += stepper->Step(Actuation(world.model()), 5e-3, state).substeps;
    EXPECT_GT(substeps, 4);  // a contact event occurs
    return state;
  };
  const State none = end(0.0), little = end(1e-12);
  EXPECT_LT((none.q - little.q).norm(), 1e-6);
  EXPECT_LT((none.v - little.v).norm(), 1e-5);
}

TEST(Exponential, AllIntegralAlgorithmsAgree) {
  const World world = SoloOnPoints();
  const State start = Landing(world, 0.2);
  const Actuation hold = HoldJoints(world, start, 3.0, 0.05);
  const auto end = [&](const char* algorithm) {
    State state = start;
    const StepReport report =
        Advance(*MakeStepper("expo", world, {{"integrals", algorithm}}), hold, 2e-3, 0.02, state);
    EXPECT_STREQ(report.algorithm, algorithm);
    return state;
  };
  const State expected = end("modal");
  for (const char* algorithm : {"tridiagonal", "rational", "exponential"}) {
    const State state = end(algorithm);
    // the integrals agree to 1e-12; events are located to 1e-7 of the step
    EXPECT_LT(LargestDifference(state.q, expected.q), 2e-9) << algorithm;
    EXPECT_LT(LargestDifference(state.v, expected.v), 2e-7) << algorithm;
  }
}

TEST(Exponential, ReportsTheIntegralAlgorithm) {
  const auto algorithm = [](const World& world, double h) {
    State state = world.InitialState();
    state.v(0) = -0.1;
    const StepReport report = Advance(*MakeStepper("expo", world), Actuation(world.model()), h, h, state);
    return std::string(report.algorithm);
  };
  ContactMaterial damped, ringing;
  ringing.damping = 0.01;
  EXPECT_EQ(algorithm(BallOnRail(damped), 1e-3), "tridiagonal");
  EXPECT_EQ(algorithm(BallOnRail(ringing), 0.2), "modal") << "a phase of sixty radians";
  // feet of different materials
  WorldBuilder builder(model::LoadUrdf(SLIPSTICK_MODELS_DIR "/solo12.urdf"));
  ContactMaterial soft;
  soft.stiffness = 2e4;
  builder.SetMaterial("soft", soft);
  for (const char* foot : kSoloFeet)
    builder.AddPoint(foot, Vector3d::Zero(), std::string(foot) == "FL_FOOT" ? "soft" : "default");
  builder.AddGround();
  const World mixed = builder.Build();
  State state = Landing(mixed, 0.0);
  state.q(2) -= 1e-5;
  const StepReport report = Advance(*MakeStepper("expo", mixed), Actuation(mixed.model()), 1e-3, 1e-3, state);
  EXPECT_STREQ(report.algorithm, "rational");
}

// The rebound of a ball does not depend on when in a step it hits the ground.
TEST(Exponential, TouchdownAndLiftoffAreLocatedInsideTheStep) {
  ContactMaterial material;
  material.stiffness = 1e4;
  material.damping = 20.0;
  const World world = BallOnRail(material);
  const auto rebound = [&](const char* stepper, double height) {
    State state = world.InitialState();
    state.q(0) = height;
    state.v(0) = -1.0;
    auto expo = MakeStepper(stepper, world);
    for (int k = 0; k < 12; ++k) expo->Step(Actuation(world.model()), 5e-3, state);
    // speed at height zero, so that only the rebound matters
    return std::sqrt(state.v(0) * state.v(0) + 2.0 * kGravity * state.q(0));
  };
  double least = 1e9, most = 0.0, plain_least = 1e9, plain_most = 0.0;
  for (int k = 0; k < 10; ++k) {
    // different heights, scaled to the same speed at the ground
    const double height = 5e-3 + 5e-4 * k, loss = 2.0 * kGravity * height;
    const double scale = 1.0 / std::sqrt(1.0 + loss);  // of the speed at the ground
    least = Smaller(least, scale * rebound("expo", height)),
    most = Larger(most, scale * rebound("expo", height));
    plain_least = Smaller(plain_least, scale * rebound("expo-plain", height));
    plain_most = Larger(plain_most, scale * rebound("expo-plain", height));
  }
  EXPECT_LT(most - least, 2e-3) << "gravity during the contact differs a little";
  EXPECT_GT(plain_most - plain_least, 0.02) << "the plain scheme must show the effect";
}

// Friction holds a block on a slope without creep, at any step.
TEST(Exponential, BlockOnASlopeDoesNotCreep) {
  ContactMaterial material;
  material.mu_static = material.mu_kinetic = 0.7;
  const double tilt = 10.0 * M_PI / 180.0;
  for (const char* name : {"expo", "expo-plain"})
    for (const double h : {1e-3, 1e-2}) {
      // level ground, tilted gravity
      const World world = OnGround(
          BlockModel(1.0, {0.2, 0.2, 0.1}, kGravity * Vector3d(std::sin(tilt), 0.0, -std::cos(tilt))),
          material);
      State state = world.InitialState();
      state.q(2) = 0.05 - 1e-6;
      auto stepper = MakeStepper(name, world);
      Advance(*stepper, Actuation(world.model()), h, 0.5, state);  // settles
      const double before = state.q(0);
      Advance(*stepper, Actuation(world.model()), h, 1.0, state);
      EXPECT_LT(std::abs(state.q(0) - before), 1e-9) << name << " " << h;  // required: 1e-6
    }
}

// Regression: dry friction accelerated a braking cart, since its anchor moved with the velocity at the start
// of the step.
TEST(Exponential, DryFrictionDoesNoPositiveWorkOnAJoint) {
  ModelBuilder builder("cart");
  builder.Add("cart", Inertia::Sphere(2.0, 0.1),
              model::Prismatic("rail").Along(Vector3d::UnitX()).Friction(5.0));
  const World world = WorldBuilder(builder.Build()).Build();
  auto stepper = MakeStepper("expo", world);
  State state = world.InitialState();
  state.v(0) = 1.0;
  Actuation brake(world.model());
  brake.tau(0) = -40.0;
  for (int k = 0; k < 4; ++k)
    EXPECT_LE(stepper->Step(brake, 1e-2, state).energy.joint_work, kAccumulatedRounding);
  EXPECT_NEAR(state.v(0), 1.0 - 45.0 / 2.0 * 0.04, 1e-9);
}

// Regression: spring and damper alone decided on contact, so that a separated contact could exert a force.
TEST(Exponential, SeparatedContactExertsNoForce) {
  const World world = BallOnRail({});
  State state = world.InitialState();
  state.q(0) = -1e-9;
  state.v(0) = 0.1;
  MakeStepper("expo", world)->Step(Actuation(world.model()), 20.3e-3, state);
  EXPECT_NEAR(state.v(0), 0.1 - kGravity * 20.3e-3, 1e-6);
}

// Regression: events that ended before the end of the step were missed, and the ball stuck to the ground.
TEST(Exponential, BallThatLandsAndLeavesWithinOneStepRebounds) {
  ContactMaterial bouncy;
  bouncy.damping = 60.0;
  const World world = BallOnRail(bouncy);
  const auto speed_after = [&](double h) {
    State state = world.InitialState();
    state.q(0) = 1e-3;
    state.v(0) = -1.0;
    Advance(*MakeStepper("expo", world), Actuation(world.model()), h, 0.04, state);
    return state.v(0);
  };
  const double fine = speed_after(1e-4);
  EXPECT_GT(fine, 0.1);
  EXPECT_NEAR(speed_after(0.02), fine, 1e-3);
  EXPECT_NEAR(speed_after(0.04), fine, 1e-3);
}

// Regression: feet in contact without force have no friction direction yet, and slid without friction.
TEST(Exponential, FeetWithoutInitialForceHaveFriction) {
  for (const double mu : {0.15, 0.22, 0.3, 0.5}) {
    ContactMaterial floor;
    floor.mu_static = floor.mu_kinetic = mu;
    const World world = SoloOnPoints(floor);
    State start = SoloStanding(world);
    const Actuation hold = HoldJoints(world, start, 60.0, 0.5);
    State fine = start, coarse = start;
    Advance(*MakeStepper("rk4", world), hold, 5e-6, 1e-2, fine);
    Advance(*MakeStepper("expo", world), hold, 1e-2, 1e-2, coarse);
    EXPECT_LT(LargestDifference(coarse.v, fine.v), 0.2) << "mu " << mu;  // of stiffly held joints over 10 ms
  }
}

// Without loads the energy of a chain is constant. In steps in which light bodies turn by a radian the
// correction to second order was larger than the motion, and some of them diverged.
TEST(Exponential, LongStepsOfATumblingChainDoNotExplode) {
  ModelBuilder builder("chain");
  builder.SetGravity(kNoGravity);
  const Inertia light = Inertia::Sphere(0.02, 0.05), heavy = Inertia::Sphere(10.0, 0.1);
  const int first = builder.Add("first", light, model::Revolute("x").About(Vector3d::UnitX()));
  const int second = builder.Add(
      "second", light, model::Revolute("y").On(first).About(Vector3d::UnitY()).At(Pose::At(0.0, 0.1, 0.1)));
  builder.Add("third", heavy, model::Revolute("z").On(second).At(Pose::At(0.1, 0.2, 0.0)));
  const World world = WorldBuilder(builder.Build()).Build();
  auto stepper = MakeStepper("expo", world);
  Workspace<double> ws(world.model());
  const auto energy = [&](const State& state) {
    dynamics::ForwardKinematics<double>(world.model(), state.q, state.v, ws);
    return dynamics::KineticEnergy<double>(world.model(), state.v, ws);
  };
  Random random(5);
  for (int trial = 0; trial < 2000; ++trial) {
    State state = world.InitialState();
    state.q = RandomVector(3, random);
    state.v = 20.0 * RandomVector(3, random);
    const double before = energy(state);
    EXPECT_EQ(stepper->Step(Actuation(world.model()), 0.05, state).status, StepStatus::kOk) << trial;
    EXPECT_LT(energy(state), 5.0 * before) << trial;  // the step is far too long to conserve it
  }
}

TEST(Exponential, PredictionRejectsInvalidInput) {
  const World world = BallOnRail({});
  expo::ExpoStepper expo(world, {});
  Actuation wrong(world.model());
  wrong.tau.resize(5);
  EXPECT_THROW(expo.PredictForces(wrong, world.InitialState(), {1e-3}), InputError);
  EXPECT_THROW(expo.PredictForces(Actuation(world.model()), world.InitialState(), {0.0, NAN, 1e-3}),
               InputError);
}

}  // namespace
}  // namespace slipstick::steppers
