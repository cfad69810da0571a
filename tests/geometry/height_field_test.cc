// Shapes on uneven ground.
#include <gtest/gtest.h>

#include <algorithm>

#include "slipstick/core/random.h"
#include "support/numbers.h"
#include "support/sample_shapes.h"
#include "support/sanitized.h"
#include "support/tolerances.h"

namespace slipstick::geometry {

using namespace support;
namespace {

/// Whether the same contact is in another manifold.
bool Has(const Manifold& m, const ManifoldPoint& c) {
  return std::any_of(m.point, m.point + m.size, [&](const ManifoldPoint& other) {
    return std::abs(other.gap - c.gap) < kAccumulatedRounding && Norm(other.p - c.p) < 1e-9;
  });
}

// On a flat field every shape has the same contacts as on a plane, in every pose.
TEST(HeightField, AFlatFieldAgreesWithAPlane) {
  const SampleShape flat = Field([](double, double) { return 0.0; }), plane("plane", model::PlaneGeometry{});
  Random random(1);
  for (SampleShape shape : BoundedSamples())
    for (int k = 0; k < 300; ++k) {
      SCOPED_TRACE(shape.name);
      shape.R = RandomRotation(random);
      shape.p = {random.Uniform(-0.6, 0.6), random.Uniform(-0.6, 0.6), 0.0};
      shape.p.z() = shape.Reach(-Vector3d::UnitZ()) + random.Uniform(-0.01, 0.01);
      Manifold on_field, on_plane;
      Collide(shape, flat, 0.02, on_field);
      ASSERT_GT(Collide(shape, plane, 0.02, on_plane), 0);
      if (on_field.size <= 8) {  // otherwise a plane keeps only the outermost
        ASSERT_EQ(on_field.size, on_plane.size);
      }
      for (int i = 0; i < on_plane.size && on_field.size < Manifold::kMaxPoints; ++i)
        EXPECT_TRUE(Has(on_field, on_plane.point[i]));
      for (int i = 0; i < on_field.size; ++i)
        EXPECT_NEAR(on_field.point[i].normal.z, 1.0, kAccumulatedRounding);
    }
}

TEST(HeightField, ACylinderLyingOnAFlatFieldHasTwoContactsAtEveryRoll) {
  const SampleShape flat = Field([](double, double) { return 0.0; });
  for (int degrees = 0; degrees < 360; ++degrees) {
    Manifold m;
    const Matrix3d R = kLying * Turn(degrees * M_PI / 180, Vector3d::UnitZ());
    EXPECT_EQ(Collide(Placed(model::CylinderGeometry{0.1, 0.5}, {0.03, 0.02, 0.1 - 1e-4}, R), flat, 0.01, m),
              2)
        << degrees;
  }
}

TEST(HeightField, ATiltedFieldAgreesWithATiltedPlane) {
  SampleShape slope = Field([](double x, double y) { return 0.2 * x - 0.1 * y; });
  SampleShape plane("plane", model::PlaneGeometry{});
  Random random(2);
  slope.R = RandomRotation(random), slope.p = {1, 2, 3};
  const Vector3d n = slope.R * Vector3d(-0.2, 0.1, 1.0).normalized();
  plane.p = slope.p;
  plane.R = Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), n).toRotationMatrix();
  for (SampleShape shape : BoundedSamples())
    for (int k = 0; k < 100; ++k) {
      SCOPED_TRACE(shape.name);
      shape.R = RandomRotation(random);
      shape.p = slope.p + slope.R * Vector3d(random.Uniform(-0.3, 0.3), random.Uniform(-0.3, 0.3), 0.0);
      shape.p += (shape.Reach(-n) + n.dot(plane.p) + random.Uniform(-0.01, 0.01)) * n;
      Manifold on_field, on_plane;
      Collide(shape, slope, 0.02, on_field);
      ASSERT_EQ(on_field.size > 0, Collide(shape, plane, 0.02, on_plane) > 0);
      if (on_plane.size == 0) continue;
      EXPECT_NEAR(Deepest(on_field).gap, Deepest(on_plane).gap, 1e-9);
    }
}

TEST(HeightField, ABallInAValleyTouchesBothSides) {
  const SampleShape valley = Field([](double x, double) { return std::abs(x); });
  Manifold m;
  ASSERT_EQ(
      Collide(Placed(model::SphereGeometry{0.2}, {0.0, 0.03, 0.2 * std::sqrt(2.0) - 1e-3}), valley, 0.0, m),
      2);
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(m.point[i].gap, -1e-3 / std::sqrt(2.0), kAccumulatedRounding);
    EXPECT_NEAR(std::abs(m.point[i].normal.x), std::sqrt(0.5), kAccumulatedRounding);
  }
}

TEST(HeightField, ABallOnARidgeTouchesOnce) {
  const SampleShape ridge = Field([](double x, double) { return -std::abs(x); });
  Manifold m;
  for (double y = -0.3; y < 0.3; y += 0.013) {
    ASSERT_EQ(Collide(Placed(model::SphereGeometry{0.2}, {0.0, y, 0.199}), ridge, 0.0, m), 1);
    EXPECT_NEAR(m.point[0].gap, -1e-3, kAccumulatedRounding);
    EXPECT_NEAR(m.point[0].normal.z, 1.0, kAccumulatedRounding);
  }
}

TEST(HeightField, ShapesRestOnPeaksAndRidges) {
  const SampleShape peak = Field([](double x, double y) { return -std::hypot(x, y); });
  const SampleShape ridge = Field([](double x, double) { return -std::abs(x); });
  for (const model::Geometry& geometry : {model::Geometry(model::BoxGeometry{{0.3, 0.3, 0.2}}),
                                          model::Geometry(model::CylinderGeometry{0.2, 0.2}),
                                          model::Geometry(model::EllipsoidGeometry{{0.3, 0.3, 0.1}}),
                                          model::Geometry(model::CapsuleGeometry{0.1, 0.4})}) {
    SCOPED_TRACE(model::KindName(geometry));
    SampleShape shape = Placed(geometry, {0, 0, 0});
    if (std::holds_alternative<model::CapsuleGeometry>(geometry))
      shape.R = Eigen::AngleAxisd(M_PI / 2, Vector3d::UnitY()).toRotationMatrix();
    shape.p.z() = shape.Reach(-Vector3d::UnitZ()) - 1e-3;
    for (const SampleShape* field : {&peak, &ridge}) {
      Manifold m;
      ASSERT_GT(Collide(shape, *field, 0.0, m), 0);
      EXPECT_NEAR(Deepest(m).gap, -1e-3, 1e-6);
      EXPECT_NEAR(Deepest(m).normal.z, 1.0, 1e-6);
    }
  }
}

// Also between the grid points, and beside the ridge: the depth equals that on a rod along it.
TEST(HeightField, ShapesRestAnywhereOnARidge) {
  const SampleShape ridge = Field([](double x, double) { return -std::abs(x); });
  Random random(5);
  for (const model::Geometry& geometry : {model::Geometry(model::EllipsoidGeometry{{0.03, 0.03, 0.03}}),
                                          model::Geometry(model::BoxGeometry{{0.03, 0.4, 0.05}}),
                                          model::Geometry(model::CylinderGeometry{0.05, 0.08}),
                                          model::Geometry(model::CapsuleGeometry{0.05, 0.08})}) {
    SCOPED_TRACE(model::KindName(geometry));
    int compared = 0;
    for (int k = 0; k < 200; ++k) {
      SampleShape shape = Placed(geometry, {0, random.Uniform(-0.3, 0.3), 0});
      shape.R = RandomRotation(random);
      shape.p.z() = shape.Reach(-Vector3d::UnitZ()) -
                    1e-3;  // its lowest point is a millimetre below the ridge's height
      Manifold m, rod;
      SampleShape edge = Placed(model::CapsuleGeometry{0.0, 1.6}, {0, 0, 0});
      edge.R = Eigen::AngleAxisd(M_PI / 2, Vector3d::UnitX()).toRotationMatrix();
      Collide(shape, edge, 0.0, rod);
      Collide(shape, ridge, 0.0, m);
      if (rod.size == 0 || std::abs(Deepest(rod).normal.x) > 0.69)
        continue;  // its side touches the slope instead
      ASSERT_GT(m.size, 0);
      EXPECT_LE(Deepest(m).gap, Deepest(rod).gap + 1e-6);
      ++compared;
    }
    EXPECT_GT(compared, 0);
  }
}

// A contact under the end of a capsule counts once, though it is also near its side.
TEST(HeightField, ACapsuleOnAPeakTouchesOnce) {
  const SampleShape peak = Field([](double x, double y) { return -std::hypot(x, y); });
  Manifold m;
  ASSERT_EQ(Collide(Placed(model::CapsuleGeometry{0.1, 0.4}, {0, 0, 0.299}), peak, 0.0, m), 1);
  EXPECT_NEAR(m.point[0].gap, -1e-3, kAccumulatedRounding);
  const SampleShape ridge = Field([](double x, double) { return -std::abs(x); });
  SampleShape lying = Placed(model::CapsuleGeometry{0.1, 0.4}, {0.19, 0.03, 0.099});
  lying.R = Eigen::AngleAxisd(M_PI / 2, Vector3d::UnitY()).toRotationMatrix();
  ASSERT_EQ(Collide(lying, ridge, 0.0, m), 1);  // its end is 1 cm beyond the ridge
}

double DistanceToSegment(const Vector3d& p, const Vector3d& a, const Vector3d& b) {
  const double t = std::clamp((p - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
  return (p - a - t * (b - a)).norm();
}

/// Signed: negative below. By testing all triangles.
double DistanceToSurface(const model::HeightFieldGeometry& g, const Vector3d& p) {
  const auto at = [&](int i, int j) {
    return Vector3d(g.dx * (i - 0.5 * (g.nx - 1)), g.dy * (j - 0.5 * (g.ny - 1)), g.heights[j * g.nx + i]);
  };
  double nearest = 1e300;
  bool is_below = false;
  const auto attempt = [&](const Vector3d& a, const Vector3d& b, const Vector3d& c) {
    const Vector3d n = (b - a).cross(c - a).normalized();  // up
    nearest = std::min(
        {nearest, DistanceToSegment(p, a, b), DistanceToSegment(p, b, c), DistanceToSegment(p, c, a)});
    const auto is_over = [&](const Vector3d& across) {  // seen along a direction
      return across.dot((b - a).cross(p - a)) >= 0 && across.dot((c - b).cross(p - b)) >= 0 &&
             across.dot((a - c).cross(p - c)) >= 0;
    };
    if (is_over(n)) nearest = Smaller(nearest, std::abs(n.dot(p - a)));
    if (is_over(Vector3d::UnitZ())) is_below = n.dot(p - a) < 0.0;
  };
  for (int j = 0; j + 1 < g.ny; ++j)
    for (int i = 0; i + 1 < g.nx; ++i) {
      attempt(at(i, j), at(i + 1, j), at(i + 1, j + 1));
      attempt(at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  return is_below ? -nearest : nearest;
}

// A foot, a point without radius: its gap is the signed distance to the surface, below and above.
TEST(HeightField, TheDepthOfAPointIsItsDistanceToTheSurface) {
  const SampleShape hills =
      Field([](double x, double y) { return 0.05 * std::sin(7 * x) * std::cos(5 * y); }, 41, 0.05);
  Random random(3);
  for (int k = 0; k < Repeats(500); ++k) {
    const Vector3d p(random.Uniform(-0.8, 0.8), random.Uniform(-0.8, 0.8), random.Uniform(-0.08, 0.08));
    const double distance = DistanceToSurface(std::get<model::HeightFieldGeometry>(hills.geometry), p);
    Manifold m;
    ASSERT_EQ(Collide(Placed(model::SphereGeometry{0.0}, p), hills, 0.02, m) > 0, distance <= 0.02);
    if (m.size == 0) continue;
    const ManifoldPoint& c = Deepest(m);
    EXPECT_NEAR(c.gap, distance, kAccumulatedRounding);
    EXPECT_NEAR(Norm(c.p - FromEigen(p)), 0.5 * std::abs(c.gap), kAccumulatedRounding);
    EXPECT_GT(c.normal.z, 0.5);
  }
}

// A ball that rolls over flat ground keeps the feature id of its contact from cell to cell.
TEST(HeightField, FeatureIdsPersistAcrossCells) {
  const SampleShape flat = Field([](double, double) { return 0.0; });
  Manifold first, m;
  Collide(Placed(model::SphereGeometry{0.1}, {0, 0, 0.099}), flat, 0.0, first);
  ASSERT_EQ(first.size, 1);
  for (double x = -0.5; x < 0.5; x += 0.017) {
    ASSERT_EQ(Collide(Placed(model::SphereGeometry{0.1}, {x, 0.3 * x, 0.099}), flat, 0.0, m), 1) << x;
    EXPECT_EQ(m.point[0].feature, first.point[0].feature);
  }
}

TEST(HeightField, RandomPosesOnHillsGiveFiniteUnitContacts) {
  const SampleShape hills = Field([](double x, double y) { return 0.1 * std::sin(7 * x) * std::cos(5 * y); });
  Random random(4);
  for (SampleShape shape : BoundedSamples()) {
    int contacts = 0;
    for (int k = 0; k < 1000; ++k) {
      shape.R = RandomRotation(random);
      shape.p = {random.Uniform(-1.2, 1.2), random.Uniform(-1.2, 1.2), random.Uniform(-0.1, 0.4)};
      Manifold m;
      const double margin = random.Uniform(0.0, 0.05);
      Collide(shape, hills, margin, m);
      for (int i = 0; i < m.size; ++i) {
        ASSERT_TRUE(std::isfinite(m.point[i].gap) && std::isfinite(Norm(m.point[i].p))) << shape.name;
        ASSERT_NEAR(Norm(m.point[i].normal), 1.0, kAccumulatedRounding) << shape.name;
        ASSERT_LE(m.point[i].gap, margin);
        ASSERT_TRUE(i == 0 || m.point[i - 1].feature < m.point[i].feature) << shape.name;
      }
      contacts += m.size;
    }
    EXPECT_GT(contacts, 0) << shape.name;
  }
}

}  // namespace
}  // namespace slipstick::geometry
