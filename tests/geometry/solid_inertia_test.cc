#include "slipstick/geometry/solid_inertia.h"

#include <gtest/gtest.h>

#include <numbers>

#include "support/tolerances.h"

namespace slipstick::geometry {

using namespace support;
namespace {

// The polyhedron of a box against the formula, and a capsule against the shapes that bound it.
TEST(SolidInertia, OfHullsAndCapsulesAgreesWithTheFormulas) {
  model::ConvexGeometry corners;
  for (const double x : {-1.0, 2.0})
    for (const double y : {0.0, 1.0})
      for (const double z : {0.0, 4.0}) corners.vertices.emplace_back(x, y, z);
  const Inertia hull = UnitDensityInertia(corners, "hull"), box = Inertia::Box(12.0, {3.0, 1.0, 4.0});
  EXPECT_NEAR(hull.mass, 12.0, kAccumulatedRounding);
  EXPECT_LT((hull.com - Eigen::Vector3d(0.5, 0.5, 2.0)).norm(), kAccumulatedRounding);
  EXPECT_LT((hull.rotational - box.rotational).norm(), 1e-11);

  const double r = 0.3, pi = std::numbers::pi;
  const Inertia ball = UnitDensityInertia(model::SphereGeometry{r}, "ball");
  const Inertia capsule = UnitDensityInertia(model::CapsuleGeometry{r, 1e-9}, "capsule");
  EXPECT_NEAR(capsule.mass, ball.mass, 1e-8);
  EXPECT_LT((capsule.rotational - ball.rotational).norm(), 1e-8);  // for a negligible length
  EXPECT_NEAR(UnitDensityInertia(model::CapsuleGeometry{r, 2.0}, "capsule").mass,
              pi * r * r * 2.0 + ball.mass, kAccumulatedRounding);
}

}  // namespace
}  // namespace slipstick::geometry
