// Small problems with known solutions from the tests of the reference implementation of Castro et al. 2020.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "slipstick/core/convert.h"
#include "support/contact_worlds.h"
#include "support/tolerances.h"

namespace slipstick::papers_test {

using namespace support;
namespace {

using Eigen::Vector3d;

constexpr double kSmallStictionSpeed = 1e-6;  // m/s; of the pizza saver and of the cylinder
// N and N m: a stiffness of 1e4 N/m times rounding of positions, 1e-15 m.
constexpr double kSpringRounding = 1e-11;
// N: forces are changes of momentum over 1 ms, so rounding of speeds of 1e-12 m/s is multiplied by 1e3.
constexpr double kImpactRounding = 1e-8;

ContactMaterial Regularized(double stiffness, double dissipation, double mu, double stiction_speed) {
  ContactMaterial material;
  material.stiffness = stiffness;
  material.dissipation = dissipation;
  material.mu_static = material.mu_kinetic = mu;
  material.stiction_speed = stiction_speed;
  return material;
}

Vector3d SumOfForces(const StepReport& report) {
  Vector3d sum = Vector3d::Zero();
  for (const ContactReport& contact : report.contacts) sum += ToEigen(contact.force);
  return sum;
}

// ---- pizza saver: a disc on three legs under a moment, seen from above -------------------------------
//
//        o        m = 1 kg, legs at R = 1 m, I = 1 kg m², 10/3 N on each leg, friction 0.5;
//      /   \      it rotates above 5 N m; h = 1 ms, v_s = 1e-6 m/s
//     o --- o

constexpr double kLegStiffness = 1e4, kLegLoad = 10.0 / 3.0;  // N/m, N

World PizzaSaver() {
  ModelBuilder builder("pizza saver");
  builder.SetGravity(kNoGravity);
  const Pose pressed = Pose::At(0.0, 0.0, -kLegLoad / kLegStiffness);
  builder.Add("disc", Inertia{1.0, Vector3d::Zero(), Eigen::Matrix3d::Identity()},
              model::Planar("table").At(pressed));
  WorldBuilder world(builder.Build());
  world.SetMaterial("default", Regularized(kLegStiffness, 0.0, 0.5, kSmallStictionSpeed));
  const double half = 0.5, side = std::sqrt(3.0) / 2.0;
  for (const Vector3d& leg : {Vector3d(-side, -half, 0), Vector3d(side, -half, 0), Vector3d(0, 1, 0)})
    world.AddPoint("disc", leg);
  world.AddGround();
  return world.Build();
}

struct Turn {
  State state;
  StepReport report;
  double moment;  ///< of friction, N m
};
Turn TurnPizzaSaver(double moment, const char* rise) {
  const World world = PizzaSaver();
  Turn turn;
  turn.state = world.InitialState();
  turn.state.q(2) = std::numbers::pi / 5.0;
  Actuation actuation(world.model());
  actuation.tau(2) = moment;
  auto stepper = steppers::MakeStepper("semi-implicit", world, {{"rise", rise}, {"tolerance", "1e-4"}});
  turn.report = stepper->Step(actuation, 1e-3, turn.state);
  turn.moment = 0.0;
  for (const ContactReport& contact : turn.report.contacts) turn.moment += Cross(contact.p, contact.force).z;
  EXPECT_EQ(turn.report.status, StepStatus::kOk);
  EXPECT_EQ(turn.report.contacts.size(), 3u);
  return turn;
}

TEST(PizzaSaver, SticksBelowTheMomentOfFriction) {
  const Turn linear = TurnPizzaSaver(3.0, "linear"), quadratic = TurnPizzaSaver(3.0, "quadratic");
  EXPECT_NEAR(linear.state.v(2), 3e-3 / (1.0 + 5e-3 / kSmallStictionSpeed),
              1e-18);                                    // ω (I + h μ m g R² / v_s) = h M
  EXPECT_NEAR(linear.state.v(2), 5.99880024e-7, 1e-15);  // digits as printed
  EXPECT_NEAR(linear.moment, -2.99940012, 1e-8);         // digits as printed
  EXPECT_LE(linear.report.iterations, 3);
  EXPECT_NEAR(quadratic.state.v(2), 3.67486369836e-7,
              1e-13);  // the reference implementation has a soft norm
  EXPECT_NEAR(quadratic.moment, -2.99963251328, 1e-7);
  for (const Turn& turn : {linear, quadratic}) {
    EXPECT_NEAR(turn.moment, -3.0, 1e-3);
    EXPECT_LT(turn.state.v.head<2>().norm(), 1e-18);
    for (const ContactReport& contact : turn.report.contacts) EXPECT_EQ(contact.mode, ContactMode::kStick);
  }
}

TEST(PizzaSaver, RotatesAboveTheMomentOfFriction) {
  for (const char* rise : {"linear", "quadratic"}) {
    const Turn turn = TurnPizzaSaver(6.0, rise);
    EXPECT_NEAR(turn.state.v(2), 1e-3, 1e-15) << rise;  // h (6 - 5) / I
    EXPECT_NEAR(turn.moment, -5.0, kSpringRounding) << rise;
    EXPECT_LE(turn.report.iterations, 8) << rise;
    for (const ContactReport& contact : turn.report.contacts) EXPECT_EQ(contact.mode, ContactMode::kSlip);
  }
}

// ---- a cylinder that hits the ground at 3 m/s and rolls, or slides -----------------------------------

constexpr double kImpactSpeed = 3.0, kFirstDepth = 1e-3;  // m/s, m

/// m = R = I = 1 with this number of points at its bottom. The contact acts midway between the surfaces,
/// where its lever arm is R.
World CylinderOnPoints(int points) {
  const double depth = kFirstDepth / points;
  ModelBuilder builder("cylinder");
  builder.SetGravity({0.0, 0.0, -9.0});
  const Pose upright = Pose::FromRpy({0.5 * std::numbers::pi, 0.0, 0.0}, {0.0, 0.0, 1.0 - 0.5 * depth});
  builder.Add("cylinder", Inertia{1.0, Vector3d::Zero(), Eigen::Matrix3d::Identity()},
              model::Planar("plane").At(upright));
  WorldBuilder world(builder.Build());
  world.SetMaterial("default", Regularized(9e6, 1e3 / 3.0, 0.1, kSmallStictionSpeed));
  for (int i = 0; i < points; ++i) world.AddPoint("cylinder", {0.0, -(1.0 + 0.5 * depth), 0.0});
  world.AddGround();
  return world.Build();
}

struct Landing {
  Eigen::VectorXd v;  ///< along the ground, up, turning: v_t = v(0) + R v(2)
  Vector3d force;
  StepReport report;
};
Landing Land(int points, double speed, const char* rise) {
  const World world = CylinderOnPoints(points);
  State state = world.InitialState();
  state.v << speed, -kImpactSpeed, 0.0;
  auto stepper = steppers::MakeStepper("tamsi", world, {{"rise", rise}});
  const StepReport& report = stepper->Step(Actuation(world.model()), 1e-3, state);
  EXPECT_EQ(report.status, StepStatus::kOk);
  return {state.v, SumOfForces(report), report};
}

TEST(RollingCylinder, RollsAtLowSpeed) {
  for (const int points : {1, 4, 16, 64, 256}) {
    const Landing landing = Land(points, 0.5, "linear");
    EXPECT_LT(std::abs(landing.v(0) + landing.v(2)), kSmallStictionSpeed) << points;
    EXPECT_NEAR(landing.v(0), 0.25, kSmallStictionSpeed) << points;  // half of the momentum along the ground
    EXPECT_NEAR(landing.force.z(), 3009.0 + 1e3 * landing.v(1), 1e-6)
        << points;  // momentum balance, up to rounding: forces change by up to 1e12 N s/m in the iterations
    EXPECT_EQ(landing.report.substeps, 1);
  }
  const Landing one = Land(1, 0.5, "quadratic"), many = Land(256, 0.5, "quadratic");
  EXPECT_NEAR(one.v(0), 0.2500002940506068, 1e-9);  // reference implementation, with a soft norm
  EXPECT_NEAR(one.v(1), 0.001994329585210411, kAccumulatedRounding);
  EXPECT_NEAR(one.v(2), -0.2499997059493932, 1e-9);
  EXPECT_NEAR(one.force.z(), 3010.994329585211, kImpactRounding);
  EXPECT_NEAR(many.v(1), 0.00142208, 1e-8);
  EXPECT_NEAR(many.force.z(), 3010.4221, 1e-4);
}

TEST(RollingCylinder, SlidesAtHighSpeed) {
  for (const char* rise : {"linear", "quadratic"}) {
    const Landing landing = Land(1, 0.7, rise);
    EXPECT_NEAR(landing.v(0), 0.39890056704148, kAccumulatedRounding) << rise;
    EXPECT_NEAR(landing.v(1), 0.001994329585210, kAccumulatedRounding) << rise;
    EXPECT_NEAR(landing.v(2), -0.30109943295852, kAccumulatedRounding) << rise;
    EXPECT_NEAR(landing.force.x(), -301.0994329585, kImpactRounding) << rise;
    EXPECT_EQ(landing.report.contacts[0].mode, ContactMode::kSlip);
  }
}

// ---- bodies on compliant ground ----------------------------------------------------------------------

// 1 kg on the ground under 5 N, below the 10 N of friction: it creeps below v_s, and friction balances the
// force.
TEST(SlidingBox, StictionForceBalancesTheAppliedForce) {
  ModelBuilder builder("box");
  builder.SetGravity({0.0, 0.0, -10.0});
  const Vector3d size(0.2, 0.2, 0.2);
  builder.AddCollision("box", builder.Add("box", Inertia::Box(1.0, size), model::Floating("free")), {},
                       model::BoxGeometry{size});
  const World world = OnGround(builder.Build(), Regularized(2.5e4, 20.0, 1.0, 1e-4));
  State state = world.InitialState();
  state.q(2) = 0.1 - 1e-4;
  Actuation actuation(world.model());
  actuation.wrenches.push_back({0, {0.0, 0.0, -0.1}, {5.0, 0.0, 0.0}});
  const StepReport report = Advance(*steppers::MakeStepper("tamsi", world), actuation, 1e-3, 2.0, state);
  ASSERT_EQ(report.status, StepStatus::kOk);
  const Vector3d force = SumOfForces(report);
  EXPECT_NEAR(force.x(), -5.0, 5e-11);  // at rest up to rounding
  EXPECT_NEAR(force.y(), 0.0, kSpringRounding);
  EXPECT_NEAR(force.z(), 10.0, 1e-10);
  EXPECT_GT(state.q(0), 0.0);
  EXPECT_LT(state.q(0), 1e-4 * 2.0);
  EXPECT_NEAR(state.q(2), 0.1 - 1e-4, 1e-6);
  EXPECT_LT(state.v.norm(), 1e-4);
}

/// 10 kg on slides along x and z with a ball of 2 cm, 1 cm deep in the ground.
World BodyOnCompliantGround() {
  ModelBuilder builder("body");
  builder.SetGravity({0.0, 0.0, -10.0});
  const int slide = builder.Add("slide", Inertia::Sphere(1e-3, 0.01), model::Prismatic("x").Along(model::X));
  const int ball =
      builder.Add("ball", Inertia::Sphere(10.0, 0.02), model::Prismatic("z").On(slide).Along(model::Z));
  builder.AddCollision("ball", ball, {}, model::SphereGeometry{0.02});
  return OnGround(builder.Build(), Regularized(1e4, 0.2, 0.5, 1e-4));
}
StepReport AdvanceUnderForce(double force, int steps, State& state) {
  const World world = BodyOnCompliantGround();
  state = world.InitialState();
  state.q(1) = 0.01;
  Actuation actuation(world.model());
  actuation.tau(0) = force;
  return Advance(*steppers::MakeStepper("tamsi", world), actuation, 1e-3, 1e-3 * steps, state);
}

TEST(BodyOnCompliantGround, RestsSticksAndSlips) {
  State state;
  const StepReport rest = AdvanceUnderForce(0.0, 50, state), stick = AdvanceUnderForce(5.0, 50, state),
                   slip = AdvanceUnderForce(55.0, 10, state);
  ASSERT_EQ(rest.contacts.size(), 1u);
  EXPECT_NEAR(rest.contacts[0].force.z, 100.0, kSpringRounding);
  EXPECT_NEAR(stick.contacts[0].force.x, -5.0, 1e-5);
  EXPECT_NEAR(slip.contacts[0].force.x, -50.0, 50.0 * 2e-6);
  EXPECT_EQ(slip.contacts[0].mode, ContactMode::kSlip);
}

// A ball rolls down 15 degrees: 5/7 of the acceleration of a point mass.
TEST(InclinedPlane, BallRollsDownWithoutSlipping) {
  const double angle = 15.0 * std::numbers::pi / 180.0, radius = 0.05, mass = 0.1;
  const World world = OnGround(BallModel(mass, radius), Regularized(1e7, 30.0, 1.0, 1e-5),
                               Pose::FromRpy({0.0, angle, 0.0}, Vector3d::Zero()));
  State state = world.InitialState();
  const Vector3d up(std::sin(angle), 0.0, std::cos(angle)), down(std::cos(angle), 0.0, -std::sin(angle));
  const double depth = mass * kGravity * std::cos(angle) / 1e7;
  state.q.head<3>() = (radius - depth) * up;
  const StepReport report =
      Advance(*steppers::MakeStepper("tamsi", world), Actuation(world.model()), 1e-3, 1.0, state);
  ASSERT_EQ(report.status, StepStatus::kOk);
  const double fallen = (radius - depth) * up.z() - state.q(2);
  const double speed = std::sqrt(2.0 * kGravity * fallen / 1.4), tolerance = 5.5e-4;
  EXPECT_NEAR(state.v.head<3>().dot(down), speed, tolerance * speed);
  EXPECT_NEAR(state.v(4), speed / radius, tolerance * speed / radius);
  const double kinetic = 0.5 * mass * state.v.head<3>().squaredNorm() +
                         0.2 * mass * radius * radius * state.v.tail<3>().squaredNorm();
  EXPECT_NEAR(kinetic, mass * kGravity * fallen, 2.0 * tolerance * kinetic);
  const double friction = 2.0 / 7.0 * mass * kGravity * std::sin(angle);
  EXPECT_NEAR(-ToEigen(report.contacts[0].force).dot(down), friction, tolerance * friction);
}

}  // namespace
}  // namespace slipstick::papers_test
