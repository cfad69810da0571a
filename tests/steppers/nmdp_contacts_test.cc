// Contacts of a step of maximal dissipation: where they are, what they exert, how dofs move them; against
// differences.
#include <gtest/gtest.h>

#include <memory>

#include "slipstick/core/convert.h"
#include "slipstick/laws/patch_limit_surface.h"
#include "support/nmdp_step.h"
#include "support/numbers.h"

namespace slipstick::steppers {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

/// Contacts of a step from q_start, taken up where it ends.
struct TakenUp {
  const World& world;
  Workspace<double> start, end;
  std::vector<ContactMemory> memory;
  nmdp::StepContacts contacts;
  VectorXd q;

  TakenUp(const World& w, const VectorXd& q_start, const VectorXd& displacement, bool use_derivatives = true)
      : world(w), start(w.model()), end(w.model()), contacts(w, {}, use_derivatives) {
    const Model& model = world.model();
    q = dynamics::Integrate(model, q_start, displacement);
    dynamics::ForwardKinematics<double>(model, q_start, VectorXd(VectorXd::Zero(model.nv())), start);
    dynamics::ForwardKinematics<double>(model, q, end);
    contacts.Begin(start, memory);
    geometry::ContactFinder finder(world.geometry());
    for (const ContactPoint& contact : finder.Find(model, end)) contacts.Add(contact, end);
    contacts.Evaluate(end);
  }

  void MoveTo(const VectorXd& tangent) {
    dynamics::ForwardKinematics<double>(world.model(), dynamics::Integrate(world.model(), q, tangent), end);
    contacts.Evaluate(end);
  }
  void FillWeights(Random& random) {
    for (const nmdp::StepContact& contact : contacts.contacts()) {
      const int n = contact.space->num_corners();
      for (int j = 0; j < n; ++j) contacts.weights[contact.weight + j] = random.Uniform(0.0, 1.0) / n;
    }
  }
};

VectorXd SlipsOf(const nmdp::StepContacts& contacts) {
  VectorXd slips(contacts.num_rows());
  for (const nmdp::StepContact& c : contacts.contacts())
    for (int r = 0; r < c.rows; ++r) slips[c.row + r] = c.slip[r];
  return slips;
}
VectorXd ForcesOf(const nmdp::StepContacts& contacts) {
  VectorXd forces(contacts.num_rows());
  for (const nmdp::StepContact& c : contacts.contacts())
    for (int r = 0; r < c.rows; ++r) forces[c.row + r] = c.force[r];
  return forces;
}
VectorXd DepthsOf(const nmdp::StepContacts& contacts) {
  VectorXd depths(contacts.size());
  for (int c = 0; c < contacts.size(); ++c) depths[c] = contacts[c].depth;
  return depths;
}
template <class Look>
MatrixXd MovedApart(TakenUp& taken, Look look) {
  const int nv = taken.world.model().nv();
  const double e = 1e-6;  // positions of 1 m are rounded to 1e-16: 1e-10
  MatrixXd columns;
  for (int k = 0; k < nv; ++k) {
    taken.MoveTo(e * VectorXd::Unit(nv, k));
    const VectorXd ahead = look(taken.contacts);
    taken.MoveTo(-e * VectorXd::Unit(nv, k));
    if (k == 0) columns.resize(ahead.size(), nv);
    columns.col(k) = (ahead - look(taken.contacts)) / (2 * e);
  }
  taken.MoveTo(VectorXd::Zero(nv));
  return columns;
}

/// Levers against differences of slip, and those of the pose against differences of the depth.
void ExpectLevers(TakenUp& taken) {
  ASSERT_GT(taken.contacts.size(), 0);
  const MatrixXd slips = MovedApart(taken, SlipsOf), depths = MovedApart(taken, DepthsOf);
  taken.contacts.FindLevers(taken.end);
  const int nv = taken.world.model().nv();
  EXPECT_LT(LargestDifference(LeversOf(taken.contacts, nv, true), slips), 1e-9);
  const MatrixXd J = LeversOf(taken.contacts, nv);
  for (int c = 0; c < taken.contacts.size(); ++c)
    EXPECT_LT(LargestDifference(J.row(taken.contacts[c].row + 2), -depths.row(c)), 1e-9);
  EXPECT_GT(LargestEntry(J), 0.1);
}

TEST(StepContactsTest, LeversOfPointsAreThoseOfTheirSlipHoweverFarTheyHaveGone) {
  const World world = SoloOnPoints(Rough(0.7));
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    Random random(seed);
    const VectorXd moved = model::RandomVelocity(world.model(), random, 0.05);
    TakenUp taken(world, SunkSolo(world, 0.1).q, moved);
    ExpectLevers(taken);
  }
}

// A turn is a vector whose rate is the angular velocity only at first: forces act with one lever, slips grow
// with another.
TEST(StepContactsTest, LeversOfABallAreThoseOfItsSlipHoweverFarItHasTurned) {
  const World world = OnGround(BallModel(1.0, 0.1), Rough(0.7));
  State state = world.InitialState();
  state.q(2) = 0.098;
  VectorXd moved = VectorXd::Zero(6);
  moved.head<3>() << 0.03, -0.02, -0.001;
  TakenUp taken(world, state.q, moved);
  ExpectLevers(taken);
  EXPECT_LT(LargestDifference(LeversOf(taken.contacts, 6), LeversOf(taken.contacts, 6, true)), 1e-15);
  moved.tail<3>() << 0.2, 1.3, -0.5;
  TakenUp turned(world, state.q, moved);
  ExpectLevers(turned);
  EXPECT_GT(LargestDifference(LeversOf(turned.contacts, 6), LeversOf(turned.contacts, 6, true)), 1e-2);
}

TEST(StepContactsTest, WhatRollsDoesNotSlip) {
  const double radius = 0.1;
  const World world = OnGround(BallModel(1.0, radius), Rough(0.7));
  State state = world.InitialState();
  state.q(2) = radius - 1e-3;
  VectorXd moved = VectorXd::Zero(6);
  moved(0) = 2.0 * radius, moved(4) = 2.0;  // by 2 rad about y
  TakenUp taken(world, state.q, moved);
  EXPECT_LT(LargestEntry(SlipsOf(taken.contacts)), 1e-15);
  moved(4) = 1.0;
  TakenUp slid(world, state.q, moved);
  const nmdp::StepContact& contact = slid.contacts[0];
  const Vec3<double> slip = contact.R_WC * Vec3<double>{contact.slip[0], contact.slip[1], contact.slip[2]};
  EXPECT_NEAR(slip.x, radius, 1e-15);
  EXPECT_NEAR(slip.y, 0.0, 1e-15);
}

World TwoBalls() {
  ModelBuilder builder("balls");
  builder.SetGravity(kNoGravity);
  for (const char* name : {"one", "two"})
    builder.AddCollision(name, builder.Add(name, Inertia::Sphere(1.0, 0.1), model::Floating(name)), {},
                         model::SphereGeometry{0.1});
  return OnGround(builder.Build(), Rough(0.7), Pose::At(0.0, 0.0, -5.0));
}

/// A point of an arm on a plate that slides and turns in its plane, both on a base that tilts.
World ArmOnPlate() {
  const Inertia inertia = Inertia::Box(1.0, {0.1, 0.1, 0.1});
  ModelBuilder builder("table");
  const int base = builder.Add("base", inertia, model::Revolute("tilt").About({1, 2, 0}));
  const int plate = builder.Add("plate", inertia, model::Planar("slide").On(base).About(model::Z));
  const int arm = builder.Add("arm", inertia,
                              model::Revolute("shoulder").On(base).About(model::Y).At(Pose::At(0, 0, 0.2)));
  const int hand =
      builder.Add("hand", inertia, model::Revolute("elbow").On(arm).About(model::X).At(Pose::At(0.3, 0, 0)));
  builder.AddFrame("tip", hand, Pose::At(0.1, 0.05, -0.201));
  builder.AddCollision("plate", plate, {}, model::PlaneGeometry{});
  WorldBuilder world(builder.Build());
  world.SetMaterial("default", Rough(0.7));
  world.AddCollisions();
  world.AddPoint("tip");
  return world.Build();
}

TEST(StepContactsTest, LeversOfTwoMovingBodiesAreThoseOfTheirSlip) {
  const World balls = TwoBalls();
  VectorXd q = balls.InitialState().q;
  q(7) = 0.15, q(8) = 0.12, q(9) = 0.02;
  VectorXd moved = VectorXd::Zero(12);
  moved << 0.01, -0.01, 0.005, 0.3, -0.2, 0.5, 0.0, 0.0, 0.0, 0.1, 0.7, -0.4;
  TakenUp pair(balls, q, moved);
  ExpectLevers(pair);

  // where they are taken up both have the same place, and what carries both does not part them
  const World table = ArmOnPlate();
  TakenUp tip(table, table.InitialState().q, VectorXd::Zero(table.model().nv()));
  ExpectLevers(tip);
  tip.contacts.FindLevers(tip.end);
  for (const nmdp::ContactLever& lever : tip.contacts.levers(0)) EXPECT_NE(lever.dof, 0);
}

TEST(StepContactsTest, LoadsOnTwoBodiesCancel) {
  const World balls = TwoBalls();
  VectorXd q = balls.InitialState().q;
  q(7) = 0.15, q(8) = 0.12, q(9) = 0.02;
  TakenUp pair(balls, q, VectorXd::Zero(12));
  Random random(1);
  pair.FillWeights(random);
  pair.contacts.Evaluate(pair.end);
  std::vector<nmdp::BodyLoad> loads;
  pair.contacts.AppendLoads(loads);
  ASSERT_EQ(loads.size(), 2u);
  const Vec3<double> force = loads[0].force + loads[1].force;
  const Vec3<double> moment = Cross(loads[0].p_W, loads[0].force) + loads[0].moment +
                              Cross(loads[1].p_W, loads[1].force) + loads[1].moment;
  EXPECT_GT(Length(loads[0].force), 10.0);
  EXPECT_LT(Length(force), 1e-12);
  EXPECT_LT(Length(moment), 1e-12);
  // forces push the bodies apart: on a against b
  EXPECT_GT(Dot(loads[0].force, pair.contacts[0].geometry.normal), 0.0);
}

TEST(StepContactsTest, SoftnessIsTheDerivativeOfForcesAtConstantWeights) {
  WorldBuilder builder(model::LoadUrdf(SLIPSTICK_MODELS_DIR "/solo12.urdf"));
  builder.SetMaterial("default", Rough(0.7)).SetMaterial("patch", Rough(0.7));
  for (int i = 0; i < 4; ++i) builder.AddPoint(kSoloFeet[i], Vector3d::Zero(), i < 2 ? "patch" : "default");
  builder.AddGround();
  builder.SetWrenchSpace(
      "patch", "default",
      std::make_shared<laws::PatchLimitSurface>(0.7, 0.03, 4, laws::ForceBound{1e5, 3, 0.01, 0.0}));
  const World world = builder.Build();
  Random random(3);
  TakenUp taken(world, SunkSolo(world, 0.05).q, model::RandomVelocity(world.model(), random, 0.02));
  ASSERT_EQ(taken.contacts.num_rows(), 2 * 6 + 2 * 3);
  taken.FillWeights(random);
  const MatrixXd difference = MovedApart(taken, ForcesOf);
  taken.contacts.FindLevers(taken.end);
  taken.contacts.FindForceByPose();
  const MatrixXd analytic = ForceByPoseOf(taken.contacts) * LeversOf(taken.contacts, world.model().nv());
  EXPECT_LT(RelativeError(analytic, difference), 1e-8);
  EXPECT_GT(LargestEntry(analytic), 1e3);
  // without derivatives nothing follows
  TakenUp zeroth(world, SunkSolo(world, 0.05).q, VectorXd::Zero(world.model().nv()), false);
  zeroth.contacts.FindForceByPose();
  EXPECT_EQ(zeroth.contacts.force_by_pose().size(), 0);
}

TEST(StepContactsTest, GuessedWeightsGiveTheForceOfTheLastStepOrTheNearest) {
  const World world = SoloOnPoints(Rough(0.7));
  const VectorXd q = SunkSolo(world, 0.01).q;
  TakenUp first(world, q, VectorXd::Zero(world.model().nv()));
  Random random(5);
  first.FillWeights(random);
  first.contacts.Evaluate(first.end);
  std::vector<ContactMemory> remembered;
  first.contacts.Remember(0.01, 1e-5, first.end, remembered);
  ASSERT_EQ(remembered.size(), 4u);
  remembered[3].force = 1e3 * remembered[3].force;  // more than the depth bears

  nmdp::StepContacts contacts(world, {}, true);
  contacts.Begin(first.start, remembered);
  geometry::ContactFinder finder(world.geometry());
  for (const ContactPoint& contact : finder.Find(world.model(), first.end)) contacts.Add(contact, first.end);
  contacts.Evaluate(first.end);
  contacts.GuessWeights();
  contacts.Evaluate(first.end);
  for (int c = 0; c < 4; ++c) {
    const nmdp::StepContact& contact = contacts[c];
    double sum = 0.0;
    for (int j = 0; j < contact.space->num_corners(); ++j) {
      EXPECT_GE(contacts.weights[contact.weight + j], 0.0);
      sum += contacts.weights[contact.weight + j];
    }
    EXPECT_LE(sum, 1.0 + 1e-12);
    const Vec3<double> force =
        contact.R_WC * Vec3<double>{contact.force[0], contact.force[1], contact.force[2]};
    const Vec3<double> wanted = remembered[c].force;
    if (c == 3) {
      EXPECT_NEAR(sum, 1.0, 1e-9);
    } else {
      EXPECT_LT(Length(force - wanted), 1e-6 * Length(wanted)) << c;  // weights have a little cost
    }
  }
}

}  // namespace
}  // namespace slipstick::steppers
