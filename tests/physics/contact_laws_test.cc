// Small contact problems with known solutions, for every registered stepper. Bodies start just in contact and
// settle: the resting depth depends on the stepper.
#include <gtest/gtest.h>

#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/kinematics.h"
#include "support/contact_physics.h"
#include "support/numbers.h"

namespace slipstick::physics_test {

using namespace support;
namespace {

using Eigen::Vector3d;

//        ___
//       |   |      tan(angle) < mu: stays at rest
//   \   |___|
//    \_______\     no creep, except with regularised friction
TEST_P(ContactPhysics, BlockSticksBelowTheFrictionAngle) {
  const double angle = 0.3, edge = 0.1;  // tan = 0.309
  const World world = OnGround(BlockModel(1.0, {edge, edge, edge}), WithFriction(0.35), Slope(angle));
  State state = CubeOnSlope(world, angle, edge);
  auto stepper = Make(world);
  const Actuation none(world.model());
  Advance(*stepper, none, h(), 1.0, state);
  const Vector3d settled = state.q.head<3>();
  const StepReport report = Advance(*stepper, none, h(), 0.5, state);
  ASSERT_EQ(report.status, StepStatus::kOk);
  const bool may_creep = GetParam().traits().friction == steppers::FrictionModel::kRegularized;
  const double crept = may_creep ? 0.5 * WithFriction(0.35).stiction_speed : 1e-9;  // m in half a second
  EXPECT_LT(LargestEntry(Vector3d(state.q.head<3>() - settled)), crept);
  ASSERT_EQ(report.contacts.size(), 4u);
  for (const ContactReport& contact : report.contacts)
    EXPECT_TRUE(contact.mode == ContactMode::kStick || OnlyTouches(contact, GetParam()));
}

TEST_P(ContactPhysics, BlockSlidesAboveTheFrictionAngle) {
  const double angle = 0.5, edge = 0.1, mu = 0.3, duration = 0.5;
  const World world = OnGround(BlockModel(1.0, {edge, edge, edge}), WithFriction(mu), Slope(angle));
  State state = CubeOnSlope(world, angle, edge);
  auto stepper = Make(world);
  const Actuation none(world.model());
  Advance(*stepper, none, h(), 0.1, state);  // until friction has built up
  const Vector3d before = state.v.head<3>();
  const StepReport report = Advance(*stepper, none, h(), duration, state);
  ASSERT_EQ(report.status, StepStatus::kOk);
  const Vector3d gain = Slope(angle).R.transpose() * (state.v.head<3>() - before);
  // friction is mu times the normal force, which differs from the weight while the block oscillates
  const double pressed = duration * kGravity * std::cos(angle) + gain.z();
  EXPECT_NEAR(gain.x(), duration * kGravity * std::sin(angle) - mu * pressed, 1e-3);
  EXPECT_NEAR(gain.y(), 0.0, 1e-6);
  ASSERT_EQ(report.contacts.size(), 4u);
  for (const ContactReport& contact : report.contacts)
    EXPECT_TRUE(contact.mode == ContactMode::kSlip || OnlyTouches(contact, GetParam()));
}

// Friction follows Coulomb's law for any damping: with weak damping the spring alone keeps the force on the
// cone.
TEST_P(ContactPhysics, SlidingBlockStopsAfterTheCoulombDistance) {
  const double mu = 0.4, speed = 1.0, edge = 0.1;
  for (const double damping : {0.0, 1.0, 100.0}) {
    ContactMaterial material = WithFriction(mu);
    material.damping = damping;
    const World world = OnGround(BlockModel(1.0, {edge, edge, 0.25 * edge}), material);
    State state = world.InitialState();
    state.q(2) = 0.125 * edge;
    state.v(0) = speed;
    auto stepper = Make(world);
    const Actuation none(world.model());
    const StepReport report = Advance(*stepper, none, 0.2 * h(), 0.15, state);
    // normal force: the weight, and the vertical acceleration
    const double lost = mu * (kGravity * 0.15 + state.v(2));
    const double lost_distance = mu * (0.5 * kGravity * 0.15 * 0.15 + state.q(2) - 0.125 * edge);
    EXPECT_NEAR(state.v(0), speed - lost, 0.02) << "damping " << damping;
    EXPECT_NEAR(state.q(0), 0.15 * speed - lost_distance, 2e-3) << "damping " << damping;
    EXPECT_LT(report.energy.contact_work, 0.0) << "damping " << damping;
    if (damping < 100.0) continue;  // with less damping the block oscillates for long
    Advance(*stepper, none, h(), 0.5, state);
    EXPECT_NEAR(state.q(0), speed * speed / (2 * mu * kGravity), 2e-3);
    EXPECT_LT(LargestEntry(state.v), 1e-4);
  }
}

TEST_P(ContactPhysics, FeetOfAStandingRobotCarryItsWeight) {
  ContactMaterial material;
  material.stiction_speed = 0.01;  // for light feet with regularised friction
  const World world = SoloOnPoints(material);
  State state = SoloStanding(world);
  const Actuation actuation = HoldJoints(world, state, 20.0, 0.3);
  const StepReport report = Advance(*Make(world), actuation, h(), 2.0, state);
  ASSERT_EQ(report.status, StepStatus::kOk);
  Vector3d sum = Vector3d::Zero();
  for (const ContactReport& contact : report.contacts) sum += ToEigen(contact.force);
  const double weight = world.model().total_mass() * kGravity;
  EXPECT_EQ(report.contacts.size(), 4u);
  EXPECT_NEAR(sum.z(), weight, 1e-3 * weight);  // residual motion after 2 s
  EXPECT_NEAR(sum.x(), 0.0, 1e-3 * weight);
  EXPECT_NEAR(sum.y(), 0.0, 1e-3 * weight);
}

/// A rotated box falls and comes to rest on a face.
void DropsOntoAFace(const Method& method, const Vec3<double>& turn) {
  const World world = OnGround(BlockModel(1.0, {0.1, 0.1, 0.1}), WithFriction(0.6));
  State state = world.InitialState();
  const Quaternion<double> rotation = Exp(turn);
  state.q.segment<4>(3) << rotation.v.x, rotation.v.y, rotation.v.z, rotation.w;
  state.q(2) = 0.1;
  const StepReport report = Advance(*method.Make(world), Actuation(world.model()), method.h(), 1.5, state);
  ASSERT_EQ(report.status, StepStatus::kOk);
  const RestingDepth rest = DepthUnder(kGravity / 4, 1.5, method);  // it has fallen by 5 cm and rotated
  EXPECT_NEAR(state.q(2), 0.05 - rest.depth, rest.tolerance);
  EXPECT_LT(LargestEntry(state.v), 1e-4);
  ASSERT_EQ(report.contacts.size(), 4u);
  double sum = 0.0;
  for (const ContactReport& contact : report.contacts) {
    sum += contact.force.z;
    if (SharesLoadEvenly(method)) {
      EXPECT_NEAR(contact.force.z, kGravity / 4, 1e-2);
    }
  }
  EXPECT_NEAR(sum, kGravity, 1e-2);
}

TEST_P(ContactPhysics, BoxDroppedOnItsFaceRestsOnFourCorners) { DropsOntoAFace(GetParam(), {0, 0, 0.3}); }
TEST_P(ContactPhysics, BoxDroppedOnItsEdgeFallsOnAFace) { DropsOntoAFace(GetParam(), {0, 0.6, 0}); }
TEST_P(ContactPhysics, BoxDroppedOnItsCornerFallsOnAFace) { DropsOntoAFace(GetParam(), {0.5, 0.4, 0.2}); }

/// Two balls in free space.
World TwoBalls() {
  ModelBuilder builder("pair");
  builder.SetGravity(kNoGravity);
  builder.AddCollision("a", builder.Add("a", Inertia::Sphere(1.0, 0.1), model::Floating("a")), {},
                       model::SphereGeometry{0.1});
  builder.AddCollision("b", builder.Add("b", Inertia::Sphere(0.3, 0.08), model::Floating("b")), {},
                       model::SphereGeometry{0.08});
  WorldBuilder world_builder(builder.Build());
  world_builder.SetMaterial("default", WithFriction(0.7)).AddCollisions("default", true);
  return world_builder.Build();
}

struct LostMomentum {
  double linear, angular;  // kg m/s, kg m²/s
};
/// Change of momentum in an off-centre collision of two balls.
LostMomentum MomentumLostInCollision(const Method& method, double h) {
  const World world = TwoBalls();
  State state = world.InitialState();
  state.q.segment<3>(7) << 0.25, 0.05, 0.03;
  state.v.head<6>() << 1.0, 0.0, 0.0, 0.0, 2.0, -3.0;
  state.v.segment<3>(6) << -0.5, 0.1, 0.0;
  Workspace<double> ws(world.model());
  const auto momentum = [&] {
    dynamics::ForwardKinematics<double>(world.model(), state.q, state.v, ws);
    return dynamics::TotalMomentum(world.model(), ws);
  };
  const dynamics::Momentum before = momentum();
  auto stepper = method.Make(world);
  const Actuation none(world.model());
  bool touched = false;
  for (int i = 0; i < static_cast<int>(std::lround(0.2 / h)); ++i)
    touched |= !stepper->Step(none, h, state).contacts.empty();
  EXPECT_TRUE(touched);
  EXPECT_GT(state.v(6), 0.5);
  const dynamics::Momentum after = momentum();
  return {LargestDifference(after.linear, before.linear), LargestDifference(after.angular, before.angular)};
}

// Action and reaction act at one point: the momentum error is that of moving this point, and falls with the
// step.
TEST_P(ContactPhysics, CollisionsConserveMomentum) {
  const double step = 0.1 * h(), rounding = 1e-11;  // of ten thousand steps
  const LostMomentum coarse = MomentumLostInCollision(GetParam(), step),
                     fine = MomentumLostInCollision(GetParam(), 0.5 * step);
  EXPECT_LT(coarse.linear, rounding);
  EXPECT_LT(fine.linear, rounding);
  EXPECT_LT(coarse.angular, 2e-5);  // of 0.06
  if (IsCompliant(GetParam())) {
    EXPECT_LT(fine.angular, 0.55 * coarse.angular + rounding);
  } else {  // the time of an impulse within its step changes with the step, too
    EXPECT_LT(fine.angular, 1e-5);
  }
}

// Sliding friction spins a ball up until it rolls, at 5/7 of its initial speed for any friction coefficient.
TEST_P(ContactPhysics, ThrownBallEndsUpRollingAtFiveSeventhsOfItsSpeed) {
  for (const double mu : {0.2, 0.5}) {
    const double radius = 0.05, speed = 0.7;
    const World world = OnGround(BallModel(0.5, radius), WithFriction(mu));
    State state = world.InitialState();
    state.q(2) = radius;
    state.v(0) = speed;
    const StepReport report = Advance(*Make(world), Actuation(world.model()), h(), 0.5, state);
    ASSERT_EQ(report.status, StepStatus::kOk);
    EXPECT_NEAR(state.v(0), 5.0 / 7.0 * speed, 0.01 * speed) << "mu " << mu;
    EXPECT_NEAR(state.v(4) * radius, state.v(0), 0.01 * speed);
    ASSERT_EQ(report.contacts.size(), 1u);
    EXPECT_EQ(report.contacts[0].mode, ContactMode::kStick);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ContactPhysics, testing::ValuesIn(MethodsUnderLaw()), MethodTestName);

/// Rebound speed of a ball thrown against the floor, without gravity.
double ReboundSpeed(const Method& method, double mass, double speed, const ContactMaterial& material) {
  const World world = OnGround(BallModel(mass, 0.1, kNoGravity), material);
  State state = world.InitialState();
  state.q(2) = 0.1;
  state.v(2) = -speed;
  Advance(*method.Make(world), Actuation(world.model()), 0.05 * method.h(), 0.04, state);
  EXPECT_GT(state.q(2), 0.1);
  return state.v(2);
}

class CompliantContactPhysics : public ContactPhysics {};

// Without gravity, a ball on a damped spring: δ̈ + 2ζω δ̇ + ω² δ = 0 until the force K δ + B δ̇ is zero.
TEST_P(CompliantContactPhysics, BallReboundsByStiffnessAndDamping) {
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
    EXPECT_NEAR(ReboundSpeed(GetParam(), mass, speed, material), rebound * speed, 0.02) << "zeta " << zeta;
  }
}

bool HasDampers(const Method& method) { return IsCompliant(method) && !FollowsHuntAndCrossley(method); }
INSTANTIATE_TEST_SUITE_P(All, CompliantContactPhysics,
                         testing::ValuesIn(Where(HasDampers, MethodsUnderLaw())), MethodTestName);

class HuntCrossleyPhysics : public ContactPhysics {};

// m v dv/dδ = -k δ (1 + d v) leads from v_0 at δ = 0 back to δ = 0 at -v_r, where v/d - ln(1 + d v)/d² is the
// same, for any m and k.
TEST_P(HuntCrossleyPhysics, BallReboundsByDissipation) {
  const double speed = 1.0;
  for (const double d : {0.1, 0.5, 2.0}) {
    const auto height = [d](double v) { return d * v - std::log1p(d * v); };
    double low = 0.0, high = std::min(speed, (1.0 - 1e-12) / d);
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (height(-middle) < height(speed) ? low : high) = middle;
    }
    for (const double stiffness : {1e4, 4e4}) {
      ContactMaterial material = WithFriction(0.5);
      material.stiffness = stiffness;
      material.dissipation = d;
      EXPECT_NEAR(ReboundSpeed(GetParam(), 0.5, speed, material), low, 0.02) << "dissipation " << d;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, HuntCrossleyPhysics,
                         testing::ValuesIn(Where(FollowsHuntAndCrossley, MethodsUnderLaw())), MethodTestName);

}  // namespace
}  // namespace slipstick::physics_test
