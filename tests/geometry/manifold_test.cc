// Manifolds with closed-form solutions: number and positions of points, and persistent feature ids.
#include <gtest/gtest.h>

#include "slipstick/core/random.h"
#include "support/numbers.h"
#include "support/sample_shapes.h"
#include "support/tolerances.h"

namespace slipstick::geometry {

using namespace support;
namespace {

constexpr double kDepth = 1e-4;

SampleShape Plane() { return {"plane", model::PlaneGeometry{}}; }

/// The shape lowered until its lowest point is kDepth below z = 0.
SampleShape OnGround(model::Geometry geometry, const Matrix3d& R = Matrix3d::Identity()) {
  SampleShape sample = Placed(std::move(geometry), Vector3d::Zero(), R);
  sample.p.z() = sample.Reach(-Vector3d::UnitZ()) - kDepth;
  return sample;
}

std::vector<uint32_t> Features(const Manifold& m) {
  std::vector<uint32_t> list;
  for (int i = 0; i < m.size; ++i) list.push_back(m.point[i].feature);
  return list;
}

/// n points of gap -kDepth and normal z, midway between the surfaces.
void ExpectFlat(const Manifold& m, int n) {
  ASSERT_EQ(m.size, n);
  for (int i = 0; i < n; ++i) {
    EXPECT_NEAR(m.point[i].gap, -kDepth, kAccumulatedRounding);
    EXPECT_NEAR(m.point[i].normal.z, 1.0, kAccumulatedRounding);
  }
}

/// Area of the hull of the points seen from above, for at most four: the largest quadrilateral.
double Area(const Manifold& m) {
  std::vector<Vector3d> p;
  for (int i = 0; i < m.size; ++i) p.push_back(ToEigen(m.point[i].p));
  const auto triangle = [&](int i, int j, int k) { return 0.5 * (p[j] - p[i]).cross(p[k] - p[i]).norm(); };
  if (p.size() < 3) return 0.0;
  if (p.size() == 3) return triangle(0, 1, 2);
  return Larger(Larger(triangle(0, 1, 2) + triangle(0, 2, 3), triangle(0, 1, 2) + triangle(0, 1, 3)),
                Larger(triangle(0, 1, 3) + triangle(1, 2, 3), triangle(0, 2, 3) + triangle(1, 2, 3)));
}

Manifold OnPlane(const SampleShape& shape, double margin = 0.0) {
  Manifold m;
  Collide(shape, Plane(), margin, m);
  return m;
}

//   ____       /\        /|
//  |    |     /  \      / /
//  |____|     \  /      |/      face 4, edge 2, corner 1
TEST(OnPlane, BoxHasFourTwoOrOnePoint) {
  const model::BoxGeometry box{{0.2, 0.3, 0.4}};
  ExpectFlat(OnPlane(OnGround(box)), 4);
  EXPECT_NEAR(Area(OnPlane(OnGround(box))), 0.2 * 0.3, kAccumulatedRounding);
  ExpectFlat(OnPlane(OnGround(box, Turn(0.5, Vector3d::UnitX()))), 2);
  ExpectFlat(OnPlane(OnGround(box, Turn(0.5, {1, 1, 0}))), 1);
}

TEST(OnPlane, LyingCapsuleAndCylinderHaveTwoPointsAtEveryRoll) {
  for (const model::Geometry& geometry : {model::Geometry(model::CapsuleGeometry{0.1, 0.5}),
                                          model::Geometry(model::CylinderGeometry{0.1, 0.5})})
    for (int degrees = 0; degrees < 360; ++degrees)
      for (const double margin : {0.0, 0.01, 0.09}) {
        SCOPED_TRACE(degrees);
        const Matrix3d R = kLying * Turn(degrees * M_PI / 180, Vector3d::UnitZ());
        const Manifold m = OnPlane(OnGround(geometry, R), margin);
        ExpectFlat(m, 2);
        EXPECT_NEAR(Norm(m.point[0].p - m.point[1].p), 0.5, kAccumulatedRounding);
      }
}

TEST(OnPlane, StandingCylinderHasPointsAllAround) {
  const double r = 0.1;
  const Manifold m = OnPlane(OnGround(model::CylinderGeometry{r, 0.5}));
  ExpectFlat(m, 4);                  // three of the rim, and the centre for the lowest
  EXPECT_GT(Area(m), 1.29 * r * r);  // of an equilateral triangle: 1.299 r²
}

// The deepest point is on the rim for every direction of tilt, and the only one for large tilt.
TEST(OnPlane, TiltedCylinderTouchesWithTheLowestPointOfItsRim) {
  std::vector<double> tilts{1e-6, 1e-4, 5e-4, 1e-3};
  for (double tilt = 0.01; tilt < M_PI / 2; tilt += 0.03) tilts.push_back(tilt);
  for (const double tilt : tilts)
    for (double heading = 0.0; heading < 6.2; heading += 0.37) {
      SCOPED_TRACE(std::to_string(tilt) + " towards " + std::to_string(heading));
      const Manifold m = OnPlane(OnGround(model::CylinderGeometry{0.1, 0.5},
                                          Turn(tilt, {std::cos(heading), std::sin(heading), 0.0})));
      // nearly upright: the lowest point is between centre and rim, with three fixed points
      EXPECT_NEAR(Deepest(m).gap, -kDepth, tilt < 5e-4 ? 0.5 * 0.1 * tilt : kAccumulatedRounding);
      if (tilt >= 0.1) {
        EXPECT_EQ(m.size, 1);
      }
    }
}

// Gaps are continuous in the tilt: points appear and disappear at the margin only.
TEST(OnPlane, GapsOfARockingCylinderChangeContinuously) {
  constexpr double kMargin = 2e-3, kStep = 1e-5;
  const auto gap_of = [](const Manifold& m, uint32_t feature) {
    for (int i = 0; i < m.size; ++i)
      if (m.point[i].feature == feature) return m.point[i].gap;
    return kMargin;
  };
  Manifold before;
  for (double tilt = -0.15; tilt < 0.15; tilt += kStep) {
    const Manifold m = OnPlane(OnGround(model::CylinderGeometry{0.1, 0.5}, Turn(tilt, {1, 2, 0})), kMargin);
    for (uint32_t feature = 0; feature < 8 && before.size > 0; ++feature)
      ASSERT_NEAR(gap_of(m, feature), gap_of(before, feature), 4 * 0.1 * kStep) << tilt;
    before = m;
  }
}

TEST(OnPlane, PrismHasThreePointsAndCubeAsHullFour) {
  ExpectFlat(OnPlane(OnGround(Prism())), 3);
  model::ConvexGeometry cube;
  for (int v = 0; v < 8; ++v)
    cube.vertices.push_back({v & 1 ? 0.1 : -0.1, v & 2 ? 0.1 : -0.1, v & 4 ? 0.1 : -0.1});
  ExpectFlat(OnPlane(OnGround(cube)), 4);
  EXPECT_NEAR(Area(OnPlane(OnGround(cube))), 0.04, kAccumulatedRounding);
}

TEST(OnPlane, EllipsoidTouchesWhereItsNormalPointsDown) {
  const Matrix3d R = Turn(0.7, {1, 2, 3});
  const Eigen::Vector3d radii(0.1, 0.2, 0.3);
  const Manifold m = OnPlane(OnGround(model::EllipsoidGeometry{radii}, R));
  ExpectFlat(m, 1);
  const SampleShape shape = OnGround(model::EllipsoidGeometry{radii}, R);
  const Vector3d x = R.transpose() * (ToEigen(m.point[0].p) - 0.5 * kDepth * Vector3d::UnitZ() - shape.p);
  EXPECT_NEAR(x.cwiseQuotient(radii).squaredNorm(), 1.0, kAccumulatedRounding);
}

TEST(OnPlane, PointWithoutRadiusTouchesAtItself) {
  const Manifold m = OnPlane(Placed(model::SphereGeometry{0.0}, {1.0, 2.0, -0.01}));
  ASSERT_EQ(m.size, 1);
  EXPECT_EQ(m.point[0].gap, -0.01);
  EXPECT_NEAR(m.point[0].p.z, -0.005, kRounding);
}

// --- on a box

/// A table whose top is z = 0.
SampleShape Table() { return Placed(model::BoxGeometry{{2.0, 2.0, 1.0}}, {0.1, 0.2, -0.5}); }

TEST(OnTable, FlatShapesHaveAFullManifold) {
  struct Case {
    const char* name;
    model::Geometry geometry;
    Matrix3d R;
    int points;
  };
  const Case cases[] = {
      {"box", model::BoxGeometry{{0.2, 0.3, 0.4}}, Turn(0.3, Vector3d::UnitZ()), 4},
      {"prism", Prism(), Matrix3d::Identity(), 3},
      {"lying capsule", model::CapsuleGeometry{0.1, 0.5}, kLying, 2},
      {"lying cylinder", model::CylinderGeometry{0.1, 0.5}, kLying, 2},
      {"standing cylinder", model::CylinderGeometry{0.1, 0.5}, Matrix3d::Identity(), 5},
      {"box on an edge", model::BoxGeometry{{0.2, 0.3, 0.4}}, Turn(0.5, Vector3d::UnitX()), 2},
      {"box on a corner", model::BoxGeometry{{0.2, 0.3, 0.4}}, Turn(0.5, {1, 1, 0}), 1}};
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Manifold m;
    Collide(OnGround(c.geometry, c.R), Table(), 0.0, m);
    ExpectFlat(m, c.points);
  }
}

TEST(OnTable, ABoxOverTheEdgeIsSupportedByTheOverlap) {
  SampleShape box = OnGround(model::BoxGeometry{{0.4, 0.4, 0.2}});
  box.p.x() = 1.1;  // the table ends there
  Manifold m;
  Collide(box, Table(), 0.0, m);
  ExpectFlat(m, 4);
  EXPECT_NEAR(Area(m), 0.2 * 0.4, kAccumulatedRounding);
}

// Every second corner of a regular octagon, and the same ones while the upper box rocks slightly.
TEST(OnTable, StarOfTwoBoxesIsReducedToFourCorners) {
  const SampleShape table = Placed(model::BoxGeometry{{0.4, 0.4, 0.2}}, {0, 0, -0.1});
  const Matrix3d star = Turn(M_PI / 4, Vector3d::UnitZ());
  Manifold flat;
  Collide(OnGround(model::BoxGeometry{{0.4, 0.4, 0.2}}, star), table, 0.0, flat);
  ExpectFlat(flat, 4);
  const double radius = 0.2 / std::cos(M_PI / 8);
  EXPECT_NEAR(Area(flat), 2.0 * radius * radius, kAccumulatedRounding);
  Random random(8);
  for (int k = 0; k < 100; ++k) {
    const Matrix3d rocked = Turn(1e-5, {random.Uniform(-1, 1), random.Uniform(-1, 1), 0}) * star;
    Manifold m;
    Collide(OnGround(model::BoxGeometry{{0.4, 0.4, 0.2}}, rocked), table, 0.0, m);
    ASSERT_EQ(Features(m), Features(flat));
  }
}

// A round foot as a mesh keeps eight of its corners, the same ones while it rocks.
TEST(OnPlane, AFaceWithManyCornersKeepsEightContacts) {
  model::ConvexGeometry foot;
  for (int k = 0; k < 40; ++k)
    for (const double z : {-0.02, 0.02})
      foot.vertices.push_back({0.1 * std::cos(k * M_PI / 20), 0.1 * std::sin(k * M_PI / 20), z});
  const Manifold flat = OnPlane(OnGround(foot));
  ExpectFlat(flat, 8);
  Random random(7);
  for (int k = 0; k < 100; ++k)
    ASSERT_EQ(
        Features(OnPlane(OnGround(foot, Turn(1e-4, {random.Uniform(-1, 1), random.Uniform(-1, 1), 0})))),
        Features(flat));
}

TEST(BoxOnBox, CrossedEdgesMeetInOnePoint) {
  const Matrix3d on_edge = Turn(M_PI / 4, Vector3d::UnitX());
  const double top = 0.1 * std::sqrt(2.0);
  const SampleShape lower = Placed(model::BoxGeometry{{1.0, 0.2, 0.2}}, {0, 0, -top}, on_edge);
  const SampleShape upper = Placed(model::BoxGeometry{{1.0, 0.2, 0.2}}, {0, 0, top - kDepth},
                                   Turn(M_PI / 2, Vector3d::UnitZ()) * on_edge);
  Manifold m;
  Collide(upper, lower, 0.0, m);
  ExpectFlat(m, 1);
  EXPECT_NEAR(Norm(m.point[0].p - Vec{0, 0, -0.5 * kDepth}), 0.0, kAccumulatedRounding);
}

TEST(CapsuleOnCapsule, ParallelCapsulesHaveTwoPointsAndCrossedOnesOne) {
  const model::CapsuleGeometry capsule{0.1, 0.5};
  Manifold m;
  Collide(Placed(capsule, {0.1, 0, 0.2 - kDepth}, kLying), Placed(capsule, {0, 0, 0}, kLying), 0.0, m);
  ExpectFlat(m, 2);
  EXPECT_NEAR(Norm(m.point[0].p - m.point[1].p), 0.4, kAccumulatedRounding);
  Collide(Placed(capsule, {0, 0, 0.2 - kDepth}, Turn(1.0, Vector3d::UnitZ()) * kLying),
          Placed(capsule, {0, 0, 0}, kLying), 0.0, m);
  ExpectFlat(m, 1);
}

// For equal lengths, one above the other, their ends coincide and count once, at every roll.
TEST(SideBySide, TwoShapesOfEqualLengthTouchTwice) {
  for (const model::Geometry& geometry : {model::Geometry(model::CapsuleGeometry{0.1, 0.5}),
                                          model::Geometry(model::CylinderGeometry{0.1, 0.5})})
    for (const double angle : {0.0, 1e-9, 1e-6, 1e-4, 9e-4})
      for (const double offset : {0.0, 1e-7, 1e-4, 0.1}) {
        const SampleShape lower = Placed(geometry, {0, 0, 0}, kLying);
        const SampleShape upper =
            Placed(geometry, {offset, 0, 0.199}, Turn(angle, Vector3d::UnitZ()) * kLying);
        Manifold m;
        Collide(upper, lower, 0.0, m);
        EXPECT_EQ(m.size, 2) << model::KindName(geometry) << " " << angle << " " << offset;
      }
}

TEST(CylinderOnCylinder, ParallelCylindersTouchAlongALine) {
  const model::CylinderGeometry cylinder{0.1, 0.5};
  Manifold m;
  Collide(Placed(cylinder, {0.1, 0, 0.2 - kDepth}, kLying), Placed(cylinder, {0, 0, 0}, kLying), 0.0, m);
  ASSERT_EQ(m.size, 2);
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(m.point[i].gap, -kDepth, 1e-8);
}

// --- feature ids

/// Slides and turns the shape on the table in small steps, so that the same corners stay on the ground.
void ExpectNamesPersist(SampleShape shape, const SampleShape& ground, double margin) {
  Manifold first, m;
  Collide(shape, ground, margin, first);
  ASSERT_GT(first.size, 0);
  Random random(5);
  const Vector3d start = shape.p;
  const Matrix3d R = shape.R;
  for (int k = 0; k < 200; ++k) {
    shape.p = start +
              Vector3d(random.Uniform(-0.05, 0.05), random.Uniform(-0.05, 0.05), random.Uniform(-1e-6, 1e-6));
    shape.R = Turn(random.Uniform(-1e-6, 1e-6), Vector3d::UnitX()) *
              Turn(random.Uniform(-1e-6, 1e-6), Vector3d::UnitY()) *
              Turn(random.Uniform(-0.1, 0.1), Vector3d::UnitZ()) * R;
    Collide(shape, ground, margin, m);
    ASSERT_EQ(Features(m), Features(first)) << "step " << k;
  }
}

TEST(FeatureIds, PersistWhileAShapeSlidesTurnsAndRocks) {
  const model::Geometry shapes[] = {model::BoxGeometry{{0.2, 0.3, 0.4}}, Prism(),
                                    model::CapsuleGeometry{0.1, 0.5}, model::CylinderGeometry{0.1, 0.5}};
  for (const model::Geometry& geometry : shapes)
    for (const Matrix3d& R : {Matrix3d(Matrix3d::Identity()), kLying}) {
      SCOPED_TRACE(model::KindName(geometry));
      ExpectNamesPersist(OnGround(geometry, R), Plane(), 1e-3);
      ExpectNamesPersist(OnGround(geometry, R), Table(), 1e-3);
    }
}

TEST(FeatureIds, PersistWhenEqualBoxesAreStacked) {
  const model::BoxGeometry cube{{0.2, 0.2, 0.2}};
  const SampleShape lower = Placed(cube, {0, 0, -0.1});
  Manifold first, m;
  Collide(Placed(cube, {0, 0, 0.1 - kDepth}), lower, 0.0, first);
  ExpectFlat(first, 4);
  Random random(6);
  for (int k = 0; k < 100; ++k) {  // noise like that of a solver
    SampleShape upper = Placed(cube, Vector3d(0, 0, 0.1 - kDepth) + 1e-12 * RandomDirection(random));
    upper.R = Turn(1e-12, RandomDirection(random));
    Collide(upper, lower, 0.0, m);
    ASSERT_EQ(Features(m), Features(first));
  }
}

}  // namespace
}  // namespace slipstick::geometry
