// From poses to contact points: filters, order, broad phase, determinism.
#include "slipstick/geometry/contact_finder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "slipstick/core/error.h"
#include "slipstick/dynamics/kinematics.h"
#include "slipstick/model/model_builder.h"
#include "support/collision_worlds.h"
#include "support/refusal.h"
#include "support/sample_shapes.h"
#include "support/tolerances.h"

namespace slipstick::geometry {

using namespace support;
namespace {

CollisionShape On(int body, model::Geometry geometry, const Pose& pose = {}) {
  return {.shape = {"shape", body, pose, std::move(geometry)}};
}

std::vector<ContactPoint> FindAll(const Model& model, const CollisionGeometry& geometry,
                                  double margin = 0.0) {
  ContactFinder finder(geometry);
  Workspace<double> ws(model);
  dynamics::ForwardKinematics(model, model.neutral(), ws);
  const auto found = finder.Find(model, ws, margin);
  return {found.begin(), found.end()};
}

TEST(ContactFinder, BoxOnGroundHasFourPoints) {
  ModelBuilder builder("box");
  builder.Add("box", Inertia::Box(1.0, {0.2, 0.2, 0.2}), model::Floating("free").At(Pose::At(0, 0, 0.0999)));
  const Model model = builder.Build();
  const CollisionGeometry geometry(
      model, {On(0, model::BoxGeometry{{0.2, 0.2, 0.2}}), On(model::kWorld, model::PlaneGeometry{})});
  const auto contacts = FindAll(model, geometry);
  ASSERT_EQ(contacts.size(), 4u);
  for (const ContactPoint& c : contacts) {
    EXPECT_NEAR(c.gap, -1e-4, kRounding);
    EXPECT_EQ(c.body_b, model::kWorld);
    EXPECT_EQ(c.normal.z, 1.0);
    EXPECT_NEAR(c.p.z, -5e-5, kRounding);
  }
}

TEST(ContactFinder, FindsNoContactsWithoutShapes) {
  ModelBuilder builder("box");
  builder.Add("box", Inertia::Box(1.0, {0.2, 0.2, 0.2}), model::Floating("free"));
  const Model model = builder.Build();
  EXPECT_TRUE(FindAll(model, CollisionGeometry()).empty());
}

// The shape of the world is b even if it has the smaller index; the normal still points to a.
TEST(ContactFinder, ShapeOfTheWorldComesSecond) {
  ModelBuilder builder("ball");
  builder.Add("ball", Inertia::Sphere(1.0, 0.1), model::Floating("free").At(Pose::At(0, 0, 0.09)));
  const Model model = builder.Build();
  const CollisionGeometry geometry(
      model, {On(model::kWorld, model::PlaneGeometry{}), On(0, model::SphereGeometry{0.1})});
  const auto contacts = FindAll(model, geometry);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].shape_a, 1);
  EXPECT_EQ(contacts[0].shape_b, 0);
  EXPECT_EQ(contacts[0].body_a, 0);
  EXPECT_EQ(contacts[0].normal.z, 1.0);
  EXPECT_NEAR(contacts[0].gap, -0.01, kRounding);
}

// --- collision filters

/// An arm on the world (bodies 0, 1, 2) and a free ball (body 3); a fixed link belongs to body 2.
Model ArmAndBall() {
  ModelBuilder builder("arm");
  const Inertia link = Inertia::Sphere(1.0, 0.1);
  const int a = builder.Add("a", link, model::Revolute("ja").About(model::Y));
  const int b = builder.Add("b", link, model::Revolute("jb").On(a).About(model::Y));
  const int c = builder.Add("c", link, model::Revolute("jc").On(b).About(model::Y));
  builder.Add("tool", link, model::Fixed("jt").On(c));
  builder.Add("ball", link, model::Floating("free"));
  return builder.Build();
}

TEST(Filters, FollowBodiesAndJoints) {
  const model::SphereGeometry ball{0.1};
  CollisionShape ground = On(model::kWorld, model::PlaneGeometry{});
  ground.environment = true;
  // Shapes 0 to 3 are on the arm, 4 on its fixed link, 5 on the ball; 6 is a pedestal, 7 the ground.
  const CollisionGeometry g(ArmAndBall(), {On(0, ball), On(1, ball), On(2, ball), On(2, ball), On(2, ball),
                                           On(3, ball), On(model::kWorld, ball), ground});
  EXPECT_FALSE(g.MayTouch(2, 3)) << "one body";
  EXPECT_FALSE(g.MayTouch(2, 4)) << "links on fixed joints are one body";
  EXPECT_FALSE(g.MayTouch(6, 7)) << "world with world";
  EXPECT_FALSE(g.MayTouch(0, 1)) << "joined bodies";
  EXPECT_FALSE(g.MayTouch(1, 0)) << "in either order";
  EXPECT_TRUE(g.MayTouch(0, 2)) << "grandchild";
  EXPECT_FALSE(g.MayTouch(0, 6)) << "base of an arm and its pedestal";
  EXPECT_TRUE(g.MayTouch(0, 7)) << "base of an arm and the environment";
  EXPECT_TRUE(g.MayTouch(1, 6)) << "second link and pedestal";
  EXPECT_TRUE(g.MayTouch(5, 6)) << "a loose body and anything of the world";
  EXPECT_TRUE(g.MayTouch(7, 5));
  EXPECT_TRUE(g.MayTouch(5, 0)) << "different trees";
}

TEST(Filters, FollowGroupsAndExcludedPairs) {
  const model::SphereGeometry ball{0.1};
  CollisionShape first = On(0, ball), second = On(2, ball), third = On(3, ball);
  first.group = second.group = 7;
  const CollisionGeometry g(ArmAndBall(), {first, second, third}, {{2, 1}});
  EXPECT_FALSE(g.MayTouch(0, 1)) << "same group";
  EXPECT_FALSE(g.MayTouch(1, 2)) << "excluded";
  EXPECT_TRUE(g.MayTouch(0, 2));
}

// --- broad phase

TEST(BroadPhase, TreeAndListAndAllPairsAgree) {
  for (const int n : {2, 5, 70, 200})
    for (const double margin : {0.0, 0.05}) {
      const LooseBodies world(n, 11);
      const std::vector<Bound> bounds = world.Bounds();
      BroadPhase list(world.geometry, BroadPhase::Method::kPairs),
          tree(world.geometry, BroadPhase::Method::kTree);
      const auto by_list = list.Find(bounds, margin), by_tree = tree.Find(bounds, margin);
      const std::vector<NearPair> all = world.AllPairs(bounds, margin);
      EXPECT_TRUE(std::equal(all.begin(), all.end(), by_list.begin(), by_list.end())) << n;
      EXPECT_TRUE(std::equal(all.begin(), all.end(), by_tree.begin(), by_tree.end())) << n;
    }
}

// Up to nine shapes: with one, two, three and no lanes without a shape in the last block of four.
TEST(BroadPhase, AShapeAtANonFinitePositionIsInNoPair) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::nan("");
  for (int n = 1; n <= 9; ++n) {
    const LooseBodies world(n, 21);
    const std::vector<Bound> bounds = world.Bounds();
    BroadPhase list(world.geometry, BroadPhase::Method::kPairs),
        tree(world.geometry, BroadPhase::Method::kTree);
    for (int bad = 0; bad < world.geometry.num_shapes(); ++bad)
      for (int axis = 0; axis < 3; ++axis)
        for (const double value : {nan, inf, -inf})
          for (const double margin : {0.0, 1e200, inf}) {
            std::vector<Bound> broken = bounds;
            At(broken[bad].centre, axis) = value;
            std::vector<NearPair> expected = world.AllPairs(bounds, margin);
            std::erase_if(expected, [&](const NearPair& pair) { return pair.a == bad || pair.b == bad; });
            for (BroadPhase* phase : {&list, &tree}) {
              const auto found = phase->Find(broken, margin);
              EXPECT_TRUE(std::equal(expected.begin(), expected.end(), found.begin(), found.end()))
                  << n << " bodies, shape " << bad << " at " << value << ", margin " << margin;
            }
          }
    for (BroadPhase* phase : {&list, &tree}) EXPECT_TRUE(phase->Find(bounds, nan).empty()) << "NaN margin";
  }
}

// On a height field, a plane and each other; positions of 1e200 overflow when they are squared.
TEST(ContactFinder, ExtremePosesGiveFiniteContactsOrNone) {
  const double inf = std::numeric_limits<double>::infinity();
  std::vector<SampleShape> samples = BoundedSamples();
  samples.emplace_back("gem of 600 vertices", Gem(5, 600));
  const int n = static_cast<int>(samples.size());
  ModelBuilder builder("heap");
  for (int i = 0; i < n; ++i)
    builder.Add("body" + std::to_string(i), Inertia::Sphere(1.0, 0.1),
                model::Floating("free" + std::to_string(i)));
  const Model model = builder.Build();
  std::vector<CollisionShape> shapes{
      On(model::kWorld, model::PlaneGeometry{}),
      On(model::kWorld, model::HeightFieldGeometry{0.1, 0.1, 3, 3, {0, 0.1, 0, 0.1, 0.2, 0.1, 0, 0.1, 0}})};
  for (int i = 0; i < n; ++i) shapes.push_back(On(i, samples[i].geometry));
  const CollisionGeometry geometry(model, shapes);
  ContactFinder finder(geometry);
  Workspace<double> ws(model);
  for (const double value : {std::nan(""), inf, -inf, 1e300, -1e300, 1e155, -1e155, 1e12, -1e12})
    for (int entry = 0; entry < 7; ++entry)
      for (const double margin : {0.0, 1e12, 1e200}) {
        Eigen::VectorXd q = model.neutral();
        for (int i = 0; i < n; ++i) q[7 * i + entry] = value;
        dynamics::ForwardKinematics(model, q, ws);
        for (const ContactPoint& c : finder.Find(model, ws, margin)) {
          ASSERT_TRUE(std::isfinite(c.gap) && IsFinite(c.p) && IsFinite(c.normal)) << value << ", " << entry;
          ASSERT_LT(c.shape_a, geometry.num_shapes());
          ASSERT_LT(c.shape_b, geometry.num_shapes());
        }
      }
}

TEST(ContactFinder, ContactsAreSortedUniqueAndTheSameBitsEachTime) {
  const LooseBodies world(150, 12);
  ContactFinder finder(world.geometry), fresh(world.geometry);
  const Workspace<double> ws = world.Kinematics(world.q), elsewhere = world.Kinematics(world.model.neutral());
  const auto view = finder.Find(world.model, ws, 0.01);
  const std::vector<ContactPoint> first(view.begin(), view.end());
  ASSERT_GT(first.size(), 50u);
  for (size_t i = 1; i < first.size(); ++i) EXPECT_LT(first[i - 1].id, first[i].id);
  finder.Find(world.model, elsewhere, 0.3);  // must not affect later calls
  for (ContactFinder* again : {&finder, &fresh}) {
    const auto second = again->Find(world.model, ws, 0.01);
    ASSERT_EQ(second.size(), static_cast<int>(first.size()));
    for (int i = 0; i < second.size(); ++i) {
      EXPECT_EQ(second[i].id, first[i].id);
      EXPECT_EQ(std::memcmp(&second[i].p, &first[i].p, sizeof(Vec)), 0);
      EXPECT_EQ(std::memcmp(&second[i].normal, &first[i].normal, sizeof(Vec)), 0);
      EXPECT_EQ(second[i].gap, first[i].gap);
    }
  }
}

// --- rejected shapes

void ExpectRefusal(const CollisionShape& shape, const std::vector<std::string>& words) {
  const std::string refusal = Refusal([&] { const CollisionGeometry geometry(ArmAndBall(), {shape}); });
  EXPECT_NE(refusal.find("shape 'shape'"), std::string::npos) << refusal;
  for (const std::string& word : words) EXPECT_NE(refusal.find(word), std::string::npos) << refusal;
}

TEST(CollisionGeometry, RejectsInvalidShapesByName) {
  const double nan = std::nan("");
  ExpectRefusal(On(0, model::SphereGeometry{-0.1}), {"radius = -0.1", ">= 0"});
  ExpectRefusal(On(0, model::SphereGeometry{nan}), {"radius = nan", "finite"});
  ExpectRefusal(On(0, model::CapsuleGeometry{0.1, -1}), {"length = -1"});
  ExpectRefusal(On(0, model::CylinderGeometry{0.0, 1}), {"radius = 0", "> 0"});
  ExpectRefusal(On(0, model::BoxGeometry{{1, 0, 1}}), {"size = (1, 0, 1)"});
  ExpectRefusal(On(0, model::EllipsoidGeometry{{1, 1, -1}}), {"radii"});
  ExpectRefusal(On(0, model::ConvexGeometry{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}), {"3 points", "at least 4"});
  ExpectRefusal(On(0, model::ConvexGeometry{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}}),
                {"in a plane", "thin box"});
  ExpectRefusal(On(0, model::ConvexGeometry{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {nan, 1, 0}}}),
                {"point 3", "finite"});
  ExpectRefusal(On(model::kWorld, model::HeightFieldGeometry{1, 1, 2, 2, {0, 0, 0}}),
                {"3 heights", "2 * 2 = 4"});
  ExpectRefusal(On(model::kWorld, model::HeightFieldGeometry{0, 1, 2, 2, {0, 0, 0, 0}}), {"dx = 0"});
  ExpectRefusal(On(model::kWorld, model::HeightFieldGeometry{1, 1, 1, 2, {0, 0}}), {"nx = 1", "at least 2"});
  ExpectRefusal(On(model::kWorld, model::HeightFieldGeometry{1, 1, 2, 2, {0, 0, nan, 0}}),
                {"height 2 is nan"});
  ExpectRefusal(On(4, model::SphereGeometry{0.1}), {"body = 4", "0, ..., 3"});
  ExpectRefusal(On(0, model::SphereGeometry{0.1}, Pose::At(nan, 0, 0)), {"X_BS", "not finite"});
  ExpectRefusal(On(0, model::SphereGeometry{0.1}, {2.0 * Eigen::Matrix3d::Identity(), {0, 0, 0}}),
                {"not a rotation"});
  EXPECT_THROW(CollisionGeometry(ArmAndBall(), {On(0, model::SphereGeometry{0.1})}, {{0, 1}}), InputError);
}

}  // namespace
}  // namespace slipstick::geometry
