#include "slipstick/model/model_builder.h"

#include <gmock/gmock.h>

#include <limits>

#include "slipstick/core/error.h"
#include "support/refusal.h"

namespace slipstick::model {
namespace {

using Eigen::Vector3d;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Inertia Ball() { return Inertia::Sphere(1.0, 0.1); }

std::string BuildRefusal(const ModelBuilder& builder) {
  return support::Refusal([&] { (void)builder.Build(); });
}

/// One link on the given joint in the world.
std::string BuildRefusal(const JointSpec& joint, const Inertia& inertia = Ball()) {
  ModelBuilder builder("m");
  builder.Add("link", inertia, joint);
  return BuildRefusal(builder);
}

TEST(ModelBuilder, NumbersBodiesDepthFirstInTheOrderAdded) {
  ModelBuilder builder("m");
  const int a = builder.Add("a", Ball(), Revolute("ja"));
  const int b = builder.Add("b", Ball(), Spherical("jb"));
  builder.Add("c", Ball(), Floating("jc").On(a));
  builder.Add("d", Ball(), Planar("jd").On(b));
  builder.Add("e", Ball(), Prismatic("je").On(a));
  const Model model = builder.Build();
  std::vector<std::string> names;
  std::vector<int> parents, q, v;
  for (int i = 0; i < model.num_bodies(); ++i) {
    names.push_back(model.bodies()[i].name);
    parents.push_back(model.bodies()[i].parent);
    q.push_back(model.joints()[i].q);
    v.push_back(model.joints()[i].v);
  }
  EXPECT_THAT(names, ElementsAre("a", "c", "e", "b", "d"));
  EXPECT_THAT(parents, ElementsAre(kWorld, 0, 0, kWorld, 3));
  EXPECT_THAT(q, ElementsAre(0, 1, 8, 9, 13));
  EXPECT_THAT(v, ElementsAre(0, 1, 7, 8, 11));
  EXPECT_EQ(model.nq(), 16);
  EXPECT_EQ(model.nv(), 14);
  EXPECT_THAT(model.subtree_end(), ElementsAre(3, 2, 3, 5, 5));
}

TEST(ModelBuilder, MergesLinksOnFixedJoints) {
  ModelBuilder builder("m");
  const int a = builder.Add("a", Inertia::PointMass(1.0, {0, 0, 0}), Floating("free"));
  const int b = builder.Add("b", Inertia::PointMass(3.0, {0, 0, 0}), Fixed("w1").On(a).At(Pose::At(4, 0, 0)));
  const int c = builder.Add("c", Ball(), Fixed("w2").On(b).At(Pose::At(0, 1, 0)));
  builder.Add("d", Ball(), Revolute("hinge").On(c).At(Pose::At(0, 0, 1)));
  builder.AddCollision("shape", c, Pose::At(0, 0, -1), SphereGeometry{0.1});
  const Model model = builder.Build();
  ASSERT_EQ(model.num_bodies(), 2);
  EXPECT_EQ(model.bodies()[0].inertia.mass, 5.0);
  EXPECT_EQ(model.bodies()[0].inertia.com, Vector3d(16.0 / 5, 1.0 / 5, 0));
  EXPECT_EQ(model.joints()[1].X_PJ.p, Vector3d(4, 1, 1));
  EXPECT_EQ(model.frames()[model.frame("c")].body, 0);
  EXPECT_EQ(model.frames()[model.frame("c")].X_BF.p, Vector3d(4, 1, 0));
  EXPECT_EQ(model.collisions()[0].body, 0);
  EXPECT_EQ(model.collisions()[0].X_BS.p, Vector3d(4, 1, -1));
}

TEST(ModelBuilder, LinksFixedToTheWorldAreStatic) {
  ModelBuilder builder("m");
  const int wall = builder.Add("wall", Ball(), Fixed("w").At(Pose::At(1, 0, 0)));
  builder.Add("door", Ball(), Revolute("hinge").On(wall));
  const Model model = builder.Build();
  ASSERT_EQ(model.num_bodies(), 1);
  EXPECT_EQ(model.bodies()[0].parent, kWorld);
  EXPECT_EQ(model.joints()[0].X_PJ.p, Vector3d(1, 0, 0));
  EXPECT_EQ(model.frames()[model.frame("wall")].body, kWorld);
  EXPECT_EQ(model.total_mass(), 1.0);
  EXPECT_EQ(builder.total_mass(), 2.0);
  EXPECT_EQ(builder.num_links(), 2);
}

TEST(ModelBuilder, NeutralIsZeroOrTheNearestLimitOrThePlacement) {
  ModelBuilder builder("m");
  builder.Add("a", Ball(), Revolute("ja").Limits(0.5, 1.0));
  builder.Add("b", Ball(), Prismatic("jb").Limits(-1.0, -0.25));
  builder.Add("c", Ball(), Floating("jc").At(Pose::At(1, 2, 3)));
  builder.Add("d", Ball(), Spherical("jd"));
  const Model model = builder.Build();
  const Eigen::VectorXd expected =
      (Eigen::VectorXd(13) << 0.5, -0.25, 1, 2, 3, 0, 0, 0, 1, 0, 0, 0, 1).finished();
  EXPECT_EQ(model.neutral(), expected);
  EXPECT_EQ(model.joints()[2].X_PJ.p, Vector3d(0, 0, 0)) << "the pose is in q now";
}

TEST(ModelBuilder, LimitsOfSeveralDofsAreInfinite) {
  ModelBuilder builder("m");
  builder.Add("a", Ball(), Planar("ja").Limits(-1, 1).EffortLimit(5));
  const Model model = builder.Build();
  ASSERT_EQ(model.dofs().size(), 3u);
  for (const Dof& dof : model.dofs()) {
    EXPECT_EQ(dof.lower, -kInfinite);
    EXPECT_EQ(dof.upper, kInfinite);
    EXPECT_EQ(dof.effort_limit, 5.0);
  }
}

TEST(ModelBuilder, ContinuousJointsHaveNoLimits) {
  ModelBuilder builder("m");
  builder.Add("wheel", Ball(), Continuous("axle"));
  const Model model = builder.Build();
  EXPECT_EQ(model.joints()[0].kind, JointKind::kContinuous);
  EXPECT_EQ(model.dofs()[0].lower, -kInfinite);
  EXPECT_EQ(model.dofs()[0].upper, kInfinite);
}

TEST(ModelBuilder, AddsAnotherBuilderWithAPrefix) {
  ModelBuilder robot("robot");
  const int base = robot.Add("base", Ball(), Fixed("mount").At(Pose::At(0, 0, 1)));
  robot.Add("arm", Ball(), Revolute("hinge").On(base));
  robot.AddFrame("tip", 1, Pose::At(1, 0, 0));
  ModelBuilder scene("scene");
  scene.Add("floor", Ball(), Fixed("floor"));
  const int left = scene.Add(robot, "left/", Pose::At(5, 0, 0));
  scene.Add(robot, "right/");
  EXPECT_EQ(left, 1);
  const Model model = scene.Build();
  EXPECT_EQ(model.joints()[model.joint("left/hinge")].X_PJ.p, Vector3d(5, 0, 1));
  EXPECT_EQ(model.joints()[model.joint("right/hinge")].X_PJ.p, Vector3d(0, 0, 1));
  EXPECT_EQ(model.frames()[model.frame("left/tip")].body, model.body("left/arm"));
}

TEST(ModelBuilder, RowOfADofListsItsAncestors) {
  ModelBuilder builder("m");
  const int a = builder.Add("a", Ball(), Planar("ja"));
  builder.Add("b", Ball(), Revolute("jb").On(a));
  builder.Add("c", Ball(), Revolute("jc").On(a));
  const Model model = builder.Build();
  EXPECT_THAT(model.dof_parent(), ElementsAre(-1, 0, 1, 2, 2));
  EXPECT_THAT(model.depth(), ElementsAre(0, 1, 2, 3, 3));
  EXPECT_THAT(model.row_start(), ElementsAre(0, 1, 3, 6, 10, 14));
}

TEST(ModelBuilder, ModelsCanBeEmpty) {
  const Model model = ModelBuilder("m").Build();
  EXPECT_EQ(model.nv(), 0);
  EXPECT_EQ(model.num_bodies(), 0);
}

// ---- rejected models

TEST(ModelBuilderRefusal, RejectsDuplicateNames) {
  ModelBuilder links("m"), joints("m"), frames("m");
  links.Add("a", Ball(), Revolute("j1"));
  links.Add("a", Ball(), Revolute("j2"));
  EXPECT_EQ(BuildRefusal(links), "model 'm': two links are named 'a'; names must differ, rename one.");
  joints.Add("a", Ball(), Revolute("j"));
  joints.Add("b", Ball(), Revolute("j"));
  EXPECT_EQ(BuildRefusal(joints), "model 'm': two joints are named 'j'; names must differ, rename one.");
  frames.Add("a", Ball(), Revolute("j"));
  frames.AddFrame("a", 0, Pose());
  EXPECT_EQ(BuildRefusal(frames), "model 'm': two frames are named 'a' (links are frames too); rename one.");
}

TEST(ModelBuilderRefusal, ReportsTheInvalidLink) {
  ModelBuilder builder("m");
  const int a = builder.Add("a", Ball(), Floating("ja"));
  const int b = builder.Add("b", Ball(), Fixed("jb").On(a));
  const int c = builder.Add("c", Inertia::None(), Revolute("jc").On(b));
  try {
    (void)builder.Build();
    FAIL() << "a joint without inertia was accepted";
  } catch (const ModelError& error) {
    EXPECT_EQ(error.link(), c);
    EXPECT_EQ("model 'm': " + error.reason(), error.what());
  }
}

TEST(ModelBuilderRefusal, RejectsNonFiniteNumbers) {
  EXPECT_THAT(BuildRefusal(Revolute("j"), Inertia::PointMass(kNan, X)),
              HasSubstr("a mass that is not a finite number"));
  EXPECT_THAT(BuildRefusal(Revolute("j").At(Pose::At(kInfinite, 0, 0))),
              HasSubstr("a position in its placement that is not a finite number"));
  EXPECT_THAT(BuildRefusal(Revolute("j").Limits(kNan, 1)),
              HasSubstr("the lower one must not exceed the upper one"));
  EXPECT_THAT(BuildRefusal(Revolute("j").Damping(kNan)), HasSubstr("has damping = nan, must be >= 0"));
  EXPECT_THROW(ModelBuilder("m").SetGravity({0, kInfinite, 0}).Build(), InputError);
}

TEST(ModelBuilderRefusal, RejectsValuesOutOfRange) {
  EXPECT_THAT(BuildRefusal(Revolute("j"), Inertia::PointMass(-1, X)),
              HasSubstr("link 'link' has mass = -1 kg, must be >= 0"));
  EXPECT_THAT(BuildRefusal(Revolute("j").About({0, 0, 0})), HasSubstr("joint 'j' has the axis 0 0 0"));
  EXPECT_THAT(BuildRefusal(Revolute("j").Limits(1, -1)), HasSubstr("has limits 1 to -1"));
  EXPECT_THAT(BuildRefusal(Revolute("j").Friction(-1)), HasSubstr("has friction = -1, must be >= 0"));
  EXPECT_THAT(BuildRefusal(Revolute("j").Armature(-1)), HasSubstr("has armature = -1, must be >= 0"));
  EXPECT_THAT(BuildRefusal(Revolute("j").EffortLimit(-1)), HasSubstr("has effort limit = -1, must be >= 0"));
  EXPECT_THAT(BuildRefusal(Revolute("j").VelocityLimit(-1)),
              HasSubstr("has velocity limit = -1, must be >= 0"));
}

TEST(ModelBuilderRefusal, RejectsInvalidInertiasAndRotations) {
  Inertia lopsided = Inertia::Sphere(1, 0.1);
  lopsided.rotational(0, 1) = 1.0;
  EXPECT_THAT(BuildRefusal(Revolute("j"), lopsided), HasSubstr("not symmetric"));
  Pose mirror;
  mirror.R = -mirror.R;
  EXPECT_THAT(BuildRefusal(Revolute("j").At(mirror)), HasSubstr("not a rotation"));
}

TEST(ModelBuilderRefusal, RejectsMissingParents) {
  ModelBuilder builder("m");
  EXPECT_THROW(builder.Add("a", Ball(), Revolute("j").On(0)), InputError);
  EXPECT_THROW(builder.AddFrame("f", 3, Pose()), InputError);
  EXPECT_THROW(builder.AddCollision("c", -2, Pose(), SphereGeometry{1}), InputError);
}

TEST(ModelBuilderRefusal, RejectsJointsWithoutInertia) {
  EXPECT_THAT(BuildRefusal(Prismatic("j"), Inertia::None()),
              HasSubstr("has mass 0 kg, so its acceleration is undefined"));
  EXPECT_THAT(BuildRefusal(Revolute("j"), Inertia::None()), HasSubstr("the mass matrix would be singular"));
  EXPECT_THAT(BuildRefusal(Revolute("j").About(X), Inertia::PointMass(1, X)),
              HasSubstr("rotational inertia 0"))
      << "a point on the axis";
  EXPECT_THAT(BuildRefusal(Floating("j"), Inertia::PointMass(1, X)), HasSubstr("about its weakest axis"));
  EXPECT_THAT(BuildRefusal(Revolute("j"), Inertia::PointMass(1e308, 1e10 * Y)),
              HasSubstr("would be singular"))
      << "overflow";
  EXPECT_EQ(BuildRefusal(Revolute("j").About(Z), Inertia::PointMass(1, X)), "accepted")
      << "a point beside the axis";
  EXPECT_EQ(BuildRefusal(Revolute("j").Armature(0.1), Inertia::None()), "accepted")
      << "the rotor gives it inertia";
}

// At zero the point would be on the axis of the hinge, but the limits of its slide exclude zero.
TEST(ModelBuilder, ChecksInertiaAtTheNeutralConfiguration) {
  ModelBuilder builder("slider");
  const int hinge = builder.Add("hinge", Inertia::None(), Revolute("hinge").About(Z));
  builder.Add("bob", Inertia::PointMass(1, {0, 0, 0}), Prismatic("slide").On(hinge).Along(X).Limits(0.5, 1));
  EXPECT_NO_THROW(builder.Build());
}

TEST(ModelBuilder, CanBeAddedToItself) {
  ModelBuilder builder("pair");
  builder.Add("ball", Ball(), Floating("free"));
  builder.Add(builder, "second_", Pose::At(1, 0, 0));
  EXPECT_EQ(builder.Build().bodies()[1].name, "second_ball");
}

}  // namespace
}  // namespace slipstick::model
