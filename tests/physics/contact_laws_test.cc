// Small contact problems with known answers, for every registered stepper.
#include <gtest/gtest.h>

#include "core/convert.h"
#include "core/numbers.h"
#include "core/random.h"
#include "core/rotation.h"
#include "dynamics/energy.h"
#include "dynamics/kinematics.h"
#include "steppers/every_stepper.h"
#include "steppers/worlds.h"

namespace slipstick {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

class ContactPhysics : public testing::TestWithParam<std::string> {
 protected:
  double h() const { return SafeStep(FindStepper(GetParam())); }
  std::unique_ptr<Stepper> Make(const World& world) const { return MakeStepper(GetParam(), world); }
};

ContactMaterial WithFriction(double mu) {
  ContactMaterial material;
  material.stiffness = 2e4;
  material.damping = 100.0;
  material.mu_static = material.mu_kinetic = mu;
  return material;
}

Pose Slope(double angle) { return Pose::FromRpy({0.0, angle, 0.0}, {0.0, 0.0, 0.0}); }  // falls towards +x

/// A block of 1 kg on the slope, pressed into it just so that it carries its weight.
State BlockOnSlope(const World& world, double angle, double edge) {
  const Pose slope = Slope(angle);
  const double depth = kGravity * std::cos(angle) / (4 * 2e4);
  State state = world.InitialState();
  state.q.head<3>() = slope.R * Vector3d(0.0, 0.0, 0.5 * edge - depth);
  state.q.segment<4>(3) << 0.0, std::sin(0.5 * angle), 0.0, std::cos(0.5 * angle);
  return state;
}

//        ___
//       |   |      tan(angle) < mu: stays where it is, for ever
//   \   |___|
//    \_______\     a spring that is dragged along only on slip does not creep
TEST_P(ContactPhysics, ABlockOnASlopeSticksBelowTheFrictionAngleWithoutCreeping) {
  const double angle = 0.3, edge = 0.1;  // tan = 0.309
  const World world = OnGround(BlockModel(1.0, {edge, edge, edge}), WithFriction(0.35), Slope(angle));
  State state = BlockOnSlope(world, angle, edge);
  auto stepper = Make(world);
  const Actuation none(world.model());
  Advance(*stepper, none, h(), 1.0, state);
  const Vector3d settled = state.q.head<3>();
  const StepReport report = Advance(*stepper, none, h(), 0.5, state);
  ASSERT_EQ(report.status, StepStatus::kOk);
  EXPECT_LT(LargestEntry(Vector3d(state.q.head<3>() - settled)), 1e-9);  // m in half a second
  for (const ContactReport& contact : report.contacts) EXPECT_EQ(contact.mode, ContactMode::kStick);
}

TEST_P(ContactPhysics, ABlockOnASlopeSlidesAboveTheFrictionAngle) {
  const double angle = 0.5, edge = 0.1, mu = 0.3, duration = 0.5;
  const World world = OnGround(BlockModel(1.0, {edge, edge, edge}), WithFriction(mu), Slope(angle));
  State state = BlockOnSlope(world, angle, edge);
  auto stepper = Make(world);
  const Actuation none(world.model());
  Advance(*stepper, none, h(), 0.1, state);  // until friction has built up
  const Vector3d before = state.v.head<3>();
  const StepReport report = Advance(*stepper, none, h(), duration, state);
  ASSERT_EQ(report.status, StepStatus::kOk);
  const Vector3d gain = Slope(angle).R.transpose() * (state.v.head<3>() - before);
  EXPECT_NEAR(gain.x(), duration * kGravity * (std::sin(angle) - mu * std::cos(angle)), 1e-3);
  EXPECT_NEAR(gain.y(), 0.0, 1e-6);
  for (const ContactReport& contact : report.contacts) EXPECT_NE(contact.mode, ContactMode::kStick);
}

// Friction is Coulomb's whatever the damper: with a weak one the spring alone must keep the force on the cone.
TEST_P(ContactPhysics, ASlidingBlockStopsAfterItsStoppingDistance) {
  const double mu = 0.4, speed = 1.0, edge = 0.1;
  for (const double damping : {0.0, 1.0, 100.0}) {
    ContactMaterial material = WithFriction(mu);
    material.damping = damping;
    const World world = OnGround(BlockModel(1.0, {edge, edge, 0.25 * edge}), material);
    State state = world.InitialState();
    state.q(2) = 0.125 * edge - kGravity / (4 * 2e4);
    state.v(0) = speed;
    auto stepper = Make(world);
    const Actuation none(world.model());
    const StepReport report = Advance(*stepper, none, 0.2 * h(), 0.15, state);
    const double lost = mu * kGravity * 0.15;
    EXPECT_NEAR(state.v(0), speed - lost, 0.02) << "damping " << damping;
    EXPECT_NEAR(state.q(0), 0.15 * (speed - 0.5 * lost), 2e-3) << "damping " << damping;
    EXPECT_LT(report.energy.contact_work, 0.0) << "damping " << damping;
    if (damping < 100.0) continue;  // without it the block rings on its springs for long
    Advance(*stepper, none, h(), 0.5, state);
    EXPECT_NEAR(state.q(0), speed * speed / (2 * mu * kGravity), 2e-3);
    EXPECT_LT(LargestEntry(state.v), 1e-4);
  }
}

// Weightless, a ball on a damped spring: δ̈ + 2ζω δ̇ + ω² δ = 0 until the force K δ + B δ̇ is gone, then it flies.
TEST_P(ContactPhysics, ABallReboundsAsStiffnessAndDampingSay) {
  const double mass = 0.5, speed = 1.0;
  ContactMaterial material = WithFriction(0.5);
  material.stiffness = 1e4;
  for (const double zeta : {0.05, 0.2, 0.5}) {
    const double omega = std::sqrt(material.stiffness / mass);
    material.damping = 2 * zeta * omega * mass;
    const double omega_d = omega * std::sqrt(1 - zeta * zeta);
    const double phase =
        std::atan2(2 * zeta * omega_d, -omega * (1 - 2 * zeta * zeta));  // omega_d t, in (0, pi)
    const double rebound = -std::exp(-zeta * omega * phase / omega_d) *
                           (std::cos(phase) - zeta * omega / omega_d * std::sin(phase));
    const World world = OnGround(BallModel(mass, 0.1, kNoGravity), material);
    State state = world.InitialState();
    state.q(2) = 0.1;
    state.v(2) = -speed;
    const double step = 0.05 * h();
    Advance(*Make(world), Actuation(world.model()), step, 0.04, state);
    EXPECT_GT(state.q(2), 0.1);
    EXPECT_NEAR(state.v(2), rebound * speed, 0.02) << "zeta " << zeta;
  }
}

TEST_P(ContactPhysics, TheFeetOfAStandingRobotCarryItsWeight) {
  const World world = SoloOnPoints();
  State state = SoloStanding(world);
  const Actuation actuation = HoldJoints(world, state, 20.0, 0.3);
  const StepReport report = Advance(*Make(world), actuation, h(), 2.0, state);
  ASSERT_EQ(report.status, StepStatus::kOk);
  Vector3d sum = Vector3d::Zero();
  for (const ContactReport& contact : report.contacts) sum += ToEigen(contact.force);
  const double weight = world.model().total_mass() * kGravity;
  EXPECT_EQ(report.contacts.size(), 4u);
  EXPECT_NEAR(sum.z(), weight, 1e-3 * weight);  // what is left of its swaying after 2 s
  EXPECT_NEAR(sum.x(), 0.0, 1e-3 * weight);
  EXPECT_NEAR(sum.y(), 0.0, 1e-3 * weight);
}

/// A box that starts turned and comes to lie on a face.
void DropsOntoAFace(const std::string& name, const Vec3<double>& turn) {
  const World world = OnGround(BlockModel(1.0, {0.1, 0.1, 0.1}), WithFriction(0.6));
  State state = world.InitialState();
  const Quaternion<double> rotation = Exp(turn);
  state.q.segment<4>(3) << rotation.v.x, rotation.v.y, rotation.v.z, rotation.w;
  state.q(2) = 0.1;
  const StepReport report =
      Advance(*MakeStepper(name, world), Actuation(world.model()), SafeStep(FindStepper(name)), 1.5, state);
  ASSERT_EQ(report.status, StepStatus::kOk);
  EXPECT_NEAR(state.q(2), 0.05 - kGravity / (4 * 2e4), 1e-6);
  EXPECT_LT(LargestEntry(state.v), 1e-4);
  ASSERT_EQ(report.contacts.size(), 4u);
  for (const ContactReport& contact : report.contacts) EXPECT_NEAR(contact.force.z, kGravity / 4, 1e-2);
}

TEST_P(ContactPhysics, ABoxDroppedOnItsFaceLiesOnFourCorners) { DropsOntoAFace(GetParam(), {0, 0, 0.3}); }
TEST_P(ContactPhysics, ABoxDroppedOnItsEdgeFallsOnAFace) { DropsOntoAFace(GetParam(), {0, 0.6, 0}); }
TEST_P(ContactPhysics, ABoxDroppedOnItsCornerFallsOnAFace) { DropsOntoAFace(GetParam(), {0.5, 0.4, 0.2}); }

TEST_P(ContactPhysics, ContactNeverCreatesEnergy) {
  const World world = OnGround(BlockModel(1.0, {0.1, 0.2, 0.05}), WithFriction(0.5));
  Random random(7);
  for (int throws = 0; throws < 3; ++throws) {
    State state = world.InitialState();
    state.q(2) = 0.2;
    for (int k = 0; k < 6; ++k) state.v(k) = random.Uniform(-2.0, 2.0);
    auto stepper = Make(world);
    const Actuation none(world.model());
    double least = std::numeric_limits<double>::infinity();
    const int steps = static_cast<int>(std::lround(1.0 / h()));
    for (int i = 0; i < steps; ++i) {
      const StepReport& report = stepper->Step(none, h(), state);
      ASSERT_EQ(report.status, StepStatus::kOk);
      const double energy = report.energy.kinetic + report.energy.potential + report.energy.elastic;
      ASSERT_LT(energy, least + 0.02)
          << "at " << state.t;  // J, of about 5 J; the error of a step in an impact
      least = std::min(least, energy);
    }
    EXPECT_LT(least, 0.5);  // it has come to rest: about m g 0.025 m
  }
}

// Two bodies in free space, hitting each other off centre.
TEST_P(ContactPhysics, CollisionsConserveMomentum) {
  ModelBuilder builder("pair");
  builder.SetGravity(kNoGravity);
  builder.AddCollision("a", builder.Add("a", Inertia::Sphere(1.0, 0.1), Floating("a")), {},
                       SphereGeometry{0.1});
  builder.AddCollision("b", builder.Add("b", Inertia::Sphere(0.3, 0.08), Floating("b")), {},
                       SphereGeometry{0.08});
  WorldBuilder world_builder(builder.Build());
  world_builder.SetMaterial("default", WithFriction(0.7)).AddCollisions("default", true);
  const World world = world_builder.Build();
  State state = world.InitialState();
  state.q.segment<3>(7) << 0.25, 0.05, 0.03;
  state.v.head<6>() << 1.0, 0.0, 0.0, 0.0, 2.0, -3.0;
  state.v.segment<3>(6) << -0.5, 0.1, 0.0;
  Workspace<double> ws(world.model());
  const auto momentum = [&] {
    ForwardKinematics<double>(world.model(), state.q, state.v, ws);
    return TotalMomentum(world.model(), ws);
  };
  const Momentum before = momentum();
  const double step = 0.1 * h();
  auto stepper = Make(world);
  bool touched = false;
  for (int i = 0; i < static_cast<int>(std::lround(0.2 / step)); ++i)
    touched |= !stepper->Step(Actuation(world.model()), step, state).contacts.empty();
  const Momentum after = momentum();
  EXPECT_TRUE(touched);
  EXPECT_GT(state.v(6), 0.5);
  EXPECT_LT(LargestDifference(after.linear, before.linear),
            1e-5);  // 1e-6 m/s is what Newton's method leaves per step
  EXPECT_LT(LargestDifference(after.angular, before.angular), 1e-3);  // of 0.06: first order in the step
}

// Sliding friction spins a ball up until it rolls: at 5/7 of its speed, whatever the friction.
TEST_P(ContactPhysics, AThrownBallEndsUpRollingAtFiveSeventhsOfItsSpeed) {
  for (const double mu : {0.2, 0.5}) {
    const double radius = 0.05, speed = 0.7;
    const World world = OnGround(BallModel(0.5, radius), WithFriction(mu));
    State state = world.InitialState();
    state.q(2) = radius - 0.5 * kGravity / 2e4;
    state.v(0) = speed;
    const StepReport report = Advance(*Make(world), Actuation(world.model()), h(), 0.5, state);
    ASSERT_EQ(report.status, StepStatus::kOk);
    EXPECT_NEAR(state.v(0), 5.0 / 7.0 * speed, 0.01 * speed) << "mu " << mu;
    EXPECT_NEAR(state.v(4) * radius, state.v(0), 0.01 * speed);
    for (const ContactReport& contact : report.contacts) EXPECT_EQ(contact.mode, ContactMode::kStick);
  }
}

// Gravity, ground and motion turned together: the same motion, turned.
TEST_P(ContactPhysics, TurningTheWholeWorldChangesNothing) {
  const Vec3<double> axis{0.4, -1.1, 0.7};
  const Quaternion<double> turn = Exp(axis);
  const Eigen::Matrix3d R = ToEigen(ToMatrix(turn));
  const auto run = [&](bool turned) {
    const Eigen::Matrix3d T = turned ? R : Eigen::Matrix3d::Identity();
    const World world = OnGround(BlockModel(1.0, {0.1, 0.15, 0.2}, T * Vector3d(0.0, 0.0, -kGravity)),
                                 WithFriction(0.3), {T, Vector3d::Zero()});
    State state = world.InitialState();
    state.q.head<3>() = T * Vector3d(0.0, 0.0, 0.12);
    if (turned) state.q.segment<4>(3) << turn.v.x, turn.v.y, turn.v.z, turn.w;
    state.v.head<3>() = T * Vector3d(1.0, 0.5, -0.5);
    state.v.tail<3>() = T * Vector3d(0.5, 1.0, 0.3);
    EXPECT_EQ(Advance(*Make(world), Actuation(world.model()), h(), 0.1, state).status, StepStatus::kOk);
    VectorXd seen(6);
    seen << T.transpose() * state.q.head<3>(), T.transpose() * state.v.head<3>();
    return seen;
  };
  // rounding, magnified by the impacts; Newton's method stops at 1e-6 m/s
  const bool implicit = FindStepper(GetParam()).traits.implicit_terms & kContactNormal;
  EXPECT_LT(LargestDifference(run(false), run(true)), implicit ? 1e-5 : 1e-8);
}

INSTANTIATE_TEST_SUITE_P(All, ContactPhysics, testing::ValuesIn(CompliantSteppers()), StepperTestName);

}  // namespace
}  // namespace slipstick
