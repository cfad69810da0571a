// Contact points of feet, found from the shapes on their bodies.
#include "slipstick/control/followers/foot_points.h"

#include <gtest/gtest.h>

#include "slipstick/model/model_builder.h"
#include "support/closed_loop.h"
#include "support/humanoid.h"
#include "support/tolerances.h"

namespace slipstick::control {

using namespace support;
namespace {

using Eigen::Vector3d;

/// The same points, in any order.
void ExpectSamePoints(const FootPoints& found, const FootPoints& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (const Vector3d& p : expected)
    EXPECT_TRUE(std::any_of(found.begin(), found.end(),
                            [&](const Vector3d& other) { return (other - p).norm() < kAccumulatedRounding; }))
        << "there is no point " << p.transpose();
}

/// A rectangle of 0.15 m by 0.10 m about the origin of the frame *_sole (models/humanoid.urdf).
const FootPoints kSoleCorners{
    {0.075, 0.05, 0.0}, {0.075, -0.05, 0.0}, {-0.075, 0.05, 0.0}, {-0.075, -0.05, 0.0}};

TEST(FootPoints, PointFootGivesItsPoint) {
  const auto feet = FindFootPoints(SoloWorld(), SoloRobot());
  ASSERT_EQ(feet.size(), 4u);
  for (const FootPoints& foot : feet) ExpectSamePoints(foot, {Vector3d::Zero()});
}

TEST(FootPoints, FootWithoutShapesGivesItsOrigin) {
  WorldBuilder builder(Solo());
  builder.AddGround();
  const World world = builder.Build();
  const auto feet = FindFootPoints(world, SoloRobot());
  ASSERT_EQ(feet.size(), 4u);
  for (const FootPoints& foot : feet) ExpectSamePoints(foot, {Vector3d::Zero()});
}

TEST(FootPoints, ContactPointsGiveTheCornersOfTheSole) {
  const auto feet = FindFootPoints(HumanoidWorld(), {Humanoid(), kSoles, HumanoidStanding()});
  ASSERT_EQ(feet.size(), 2u);
  for (const FootPoints& foot : feet) ExpectSamePoints(foot, kSoleCorners);
}

World HumanoidOfShapes() {
  WorldBuilder builder(Humanoid());
  builder.AddGround();
  builder.AddCollisions();
  return builder.Build();
}

TEST(FootPoints, BoxGivesTheCornersOfTheSole) {
  const auto feet = FindFootPoints(HumanoidOfShapes(), {Humanoid(), kSoles, HumanoidStanding()});
  ASSERT_EQ(feet.size(), 2u);
  for (const FootPoints& foot : feet) ExpectSamePoints(foot, kSoleCorners);
}

TEST(FootPoints, DoNotDependOnThePoseOfTheRobot) {
  Eigen::VectorXd q = HumanoidStanding();
  q.head<3>() += Vector3d(3.0, -2.0, 0.5);
  q.segment<4>(3) << 0.0, 0.0, std::sin(0.4), std::cos(0.4);
  for (const World& world : {HumanoidWorld(), HumanoidOfShapes()}) {
    const auto feet = FindFootPoints(world, {Humanoid(), kSoles, q});
    ASSERT_EQ(feet.size(), 2u);
    for (const FootPoints& foot : feet) ExpectSamePoints(foot, kSoleCorners);
  }
}

/// A sole with twelve corners is reduced to four.
TEST(FootPoints, RoundSoleGivesFourExtremePoints) {
  ModelBuilder builder("round-foot");
  const int body = builder.Add("body", Inertia::Sphere(1.0, 0.1), model::Floating("free"));
  builder.AddFrame("foot", body, Pose::At(0.0, 0.0, -0.1));
  model::ConvexGeometry sole;
  for (int k = 0; k < 12; ++k)
    for (const double z : {-0.1, 0.0})
      sole.vertices.emplace_back(0.1 * std::cos(k * M_PI / 6.0 + M_PI / 12.0),
                                 0.05 * std::sin(k * M_PI / 6.0 + M_PI / 12.0), z);
  builder.AddCollision("sole", body, {}, sole);
  const Model model = builder.Build();
  WorldBuilder world(model);
  world.AddCollisions();
  const FootPoints points = FindFootPoints(world.Build(), {model, {"foot"}, model.neutral()})[0];
  ASSERT_EQ(points.size(), 4u);
  for (const Vector3d& p : points) {
    EXPECT_NEAR(p.z(), 0.0, kAccumulatedRounding);
    EXPECT_GE(std::abs(p.x()) / 0.1 + std::abs(p.y()) / 0.05, 1.2)
        << "near the corners of the bounding rectangle";
  }
}

/// A tilted foot touches with its lowest edge only.
TEST(FootPoints, TiltedFootGivesItsLowestEdge) {
  Eigen::VectorXd q = HumanoidStanding();
  const Model& model = Humanoid();
  q[model.joints()[model.joint("LAnklePitch")].q] += 0.1;  // toes down by 15 mm
  const auto feet = FindFootPoints(HumanoidWorld(), {model, kSoles, q});
  ExpectSamePoints(feet[0], {kSoleCorners[0], kSoleCorners[1]});
  ExpectSamePoints(feet[1], kSoleCorners);
}

/// A sphere touches below its centre, for any orientation of its frame.
TEST(FootPoints, SphereGivesItsLowestPoint) {
  constexpr double kRadius = 0.03;
  const Vector3d kMiddle(0.02, -0.01, -0.2);  // in the frame of the foot
  const Pose X_BF = Pose::FromRpy({0.5, -0.3, 0.8}, {0.1, 0.2, -0.3});
  ModelBuilder builder("ball-foot");
  const Inertia inertia{1.0, Vector3d::Zero(), 0.01 * Eigen::Matrix3d::Identity()};
  const int body = builder.Add("body", inertia, model::Floating("free"));
  builder.AddFrame("foot", body, X_BF);
  builder.AddCollision("ball", body, Pose::At(X_BF * kMiddle), model::SphereGeometry{kRadius});
  const Model model = builder.Build();
  WorldBuilder world(model);
  world.AddCollisions();
  const auto feet = FindFootPoints(world.Build(), {model, {"foot"}, model.neutral()});
  ASSERT_EQ(feet.size(), 1u);
  ExpectSamePoints(feet[0], {kMiddle + X_BF.R.transpose() * Vector3d(0.0, 0.0, -kRadius)});
}

}  // namespace
}  // namespace slipstick::control
