// Contacts of a step of maximal dissipation: poses, forces and Jacobians, against finite differences.
#include <gtest/gtest.h>

#include <memory>

#include "slipstick/core/convert.h"
#include "slipstick/laws/patch_limit_surface.h"
#include "slipstick/model/generators.h"
#include "support/nmdp_step.h"
#include "support/numbers.h"
#include "support/tolerances.h"

namespace slipstick::steppers {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

/// Contacts of a step from q_start, detected at its end.
struct DetectedContacts {
  const World& world;
  Workspace<double> start, end;
  std::vector<ContactMemory> memory;
  nmdp::StepContacts contacts;
  VectorXd q;

  DetectedContacts(const World& w, const VectorXd& q_start, const VectorXd& displacement,
                   bool use_derivatives = true)
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
/// Columns: differences of `observe` along the dofs.
template <class Observe>
MatrixXd DifferencesAlongDofs(DetectedContacts& detected, Observe observe) {
  const int nv = detected.world.model().nv();
  const double e = 1e-6;  // rounding of 1e-16 of positions of 1 m, over e: 1e-10
  MatrixXd columns;
  for (int k = 0; k < nv; ++k) {
    detected.MoveTo(e * VectorXd::Unit(nv, k));
    const VectorXd ahead = observe(detected.contacts);
    detected.MoveTo(-e * VectorXd::Unit(nv, k));
    if (k == 0) columns.resize(ahead.size(), nv);
    columns.col(k) = (ahead - observe(detected.contacts)) / (2 * e);
  }
  detected.MoveTo(VectorXd::Zero(nv));
  return columns;
}

/// Ten times the rounding error of the differences.
constexpr double kLeverTolerance = 1e-9;

/// Compares levers with differences of slip, and levers of the pose with differences of the depth.
void ExpectLevers(DetectedContacts& detected) {
  ASSERT_GT(detected.contacts.size(), 0);
  const MatrixXd slips = DifferencesAlongDofs(detected, SlipsOf),
                 depths = DifferencesAlongDofs(detected, DepthsOf);
  detected.contacts.FindLevers(detected.end);
  const int nv = detected.world.model().nv();
  EXPECT_LT(LargestDifference(LeversOf(detected.contacts, nv, true), slips), kLeverTolerance);
  const MatrixXd J = LeversOf(detected.contacts, nv);
  for (int c = 0; c < detected.contacts.size(); ++c)
    EXPECT_LT(LargestDifference(J.row(detected.contacts[c].row + 2), -depths.row(c)), kLeverTolerance);
  EXPECT_GT(LargestEntry(J), 0.1);
}

TEST(StepContactsTest, LeversOfPointsAgreeWithDifferences) {
  const World world = SoloOnPoints(Rough(0.7));
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    Random random(seed);
    const VectorXd moved = model::RandomVelocity(world.model(), random, 0.05);
    DetectedContacts detected(world, PenetratingSolo(world, 0.1).q, moved);
    ExpectLevers(detected);
  }
}

// The rate of a rotation vector is the angular velocity only for small rotations: the Jacobians of forces (J)
// and of slip (S) differ.
TEST(StepContactsTest, LeversOfARotatedBallAgreeWithDifferences) {
  const World world = OnGround(BallModel(1.0, 0.1), Rough(0.7));
  State state = world.InitialState();
  state.q(2) = 0.098;
  VectorXd moved = VectorXd::Zero(6);
  moved.head<3>() << 0.03, -0.02, -0.001;
  DetectedContacts detected(world, state.q, moved);
  ExpectLevers(detected);
  EXPECT_LT(LargestDifference(LeversOf(detected.contacts, 6), LeversOf(detected.contacts, 6, true)),
            kRounding);
  moved.tail<3>() << 0.2, 1.3, -0.5;
  DetectedContacts turned(world, state.q, moved);
  ExpectLevers(turned);
  EXPECT_GT(LargestDifference(LeversOf(turned.contacts, 6), LeversOf(turned.contacts, 6, true)), 1e-2);
}

TEST(StepContactsTest, RollingBallDoesNotSlip) {
  const double radius = 0.1;
  const World world = OnGround(BallModel(1.0, radius), Rough(0.7));
  State state = world.InitialState();
  state.q(2) = radius - 1e-3;
  VectorXd moved = VectorXd::Zero(6);
  moved(0) = 2.0 * radius, moved(4) = 2.0;  // by 2 rad about y
  DetectedContacts detected(world, state.q, moved);
  EXPECT_LT(LargestEntry(SlipsOf(detected.contacts)), kRounding);
  moved(4) = 1.0;
  DetectedContacts slid(world, state.q, moved);
  const nmdp::StepContact& contact = slid.contacts[0];
  const Vec3<double> slip = contact.R_WC * Vec3<double>{contact.slip[0], contact.slip[1], contact.slip[2]};
  EXPECT_NEAR(slip.x, radius, kRounding);
  EXPECT_NEAR(slip.y, 0.0, kRounding);
}

World TwoBalls() {
  ModelBuilder builder("balls");
  builder.SetGravity(kNoGravity);
  for (const char* name : {"one", "two"})
    builder.AddCollision(name, builder.Add(name, Inertia::Sphere(1.0, 0.1), model::Floating(name)), {},
                         model::SphereGeometry{0.1});
  return OnGround(builder.Build(), Rough(0.7), Pose::At(0.0, 0.0, -5.0));
}

/// A point of an arm on a plate that moves in its plane, both on a tilting base.
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

TEST(StepContactsTest, LeversOfTwoMovingBodiesAgreeWithDifferences) {
  const World balls = TwoBalls();
  VectorXd q = balls.InitialState().q;
  q(7) = 0.15, q(8) = 0.12, q(9) = 0.02;
  VectorXd moved = VectorXd::Zero(12);
  moved << 0.01, -0.01, 0.005, 0.3, -0.2, 0.5, 0.0, 0.0, 0.0, 0.1, 0.7, -0.4;
  DetectedContacts pair(balls, q, moved);
  ExpectLevers(pair);

  // a common ancestor does not move the contact
  const World table = ArmOnPlate();
  DetectedContacts tip(table, table.InitialState().q, VectorXd::Zero(table.model().nv()));
  ExpectLevers(tip);
  tip.contacts.FindLevers(tip.end);
  ASSERT_FALSE(tip.contacts.levers(0).empty());
  for (const nmdp::ContactLever& lever : tip.contacts.levers(0)) EXPECT_NE(lever.dof, 0);
}

TEST(StepContactsTest, LoadsOnTwoBodiesCancel) {
  const World balls = TwoBalls();
  VectorXd q = balls.InitialState().q;
  q(7) = 0.15, q(8) = 0.12, q(9) = 0.02;
  DetectedContacts pair(balls, q, VectorXd::Zero(12));
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
  EXPECT_LT(Length(force), kAccumulatedRounding);
  EXPECT_LT(Length(moment), kAccumulatedRounding);
  // repulsive: the force on a is along the normal
  EXPECT_GT(Dot(loads[0].force, pair.contacts[0].geometry.normal), 0.0);
}

TEST(StepContactsTest, ForceByPoseAgreesWithDifferences) {
  WorldBuilder builder(model::LoadUrdf(SLIPSTICK_MODELS_DIR "/solo12.urdf"));
  builder.SetMaterial("default", Rough(0.7)).SetMaterial("patch", Rough(0.7));
  for (int i = 0; i < 4; ++i) builder.AddPoint(kSoloFeet[i], Vector3d::Zero(), i < 2 ? "patch" : "default");
  builder.AddGround();
  builder.SetWrenchSpace(
      "patch", "default",
      std::make_shared<laws::PatchLimitSurface>(0.7, 0.03, 4, laws::ForceBound{1e5, 3, 0.01, 0.0}));
  const World world = builder.Build();
  Random random(3);
  DetectedContacts detected(world, PenetratingSolo(world, 0.05).q,
                            model::RandomVelocity(world.model(), random, 0.02));
  ASSERT_EQ(detected.contacts.num_rows(), 2 * 6 + 2 * 3);
  detected.FillWeights(random);
  const MatrixXd difference = DifferencesAlongDofs(detected, ForcesOf);
  detected.contacts.FindLevers(detected.end);
  detected.contacts.FindForceByPose();
  const MatrixXd analytic =
      ForceByPoseOf(detected.contacts) * LeversOf(detected.contacts, world.model().nv());
  EXPECT_LT(RelativeError(analytic, difference), 1e-8);
  EXPECT_GT(LargestEntry(analytic), 1e3);
  // empty without derivatives
  DetectedContacts zeroth(world, PenetratingSolo(world, 0.05).q, VectorXd::Zero(world.model().nv()), false);
  zeroth.contacts.FindForceByPose();
  EXPECT_EQ(zeroth.contacts.force_by_pose().size(), 0);
}

TEST(StepContactsTest, WarmStartWeightsReproduceTheLastForces) {
  const World world = SoloOnPoints(Rough(0.7));
  const VectorXd q = PenetratingSolo(world, 0.01).q;
  DetectedContacts first(world, q, VectorXd::Zero(world.model().nv()));
  Random random(5);
  first.FillWeights(random);
  first.contacts.Evaluate(first.end);
  std::vector<ContactMemory> remembered;
  contact::StoreContacts(world, first.contacts.FindOutcomes(0.01, 1e-5, laws::EvaluatedAt::kEnd), first.end,
                         remembered);
  ASSERT_EQ(remembered.size(), 4u);
  remembered[3].force = 1e3 * remembered[3].force;  // above the bound of the depth

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
    EXPECT_LE(sum, 1.0 + kAccumulatedRounding);
    const Vec3<double> force =
        contact.R_WC * Vec3<double>{contact.force[0], contact.force[1], contact.force[2]};
    const Vec3<double> expected = remembered[c].force;
    if (c == 3) {
      EXPECT_NEAR(sum, 1.0, 1e-9);
    } else {
      EXPECT_LT(Length(force - expected), 1e-6 * Length(expected)) << c;  // regularisation of the weights
    }
  }
}

}  // namespace
}  // namespace slipstick::steppers
