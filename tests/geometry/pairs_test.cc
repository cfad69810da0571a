// All pairs of shapes against the definitions of gap, normal and contact point.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "slipstick/core/random.h"
#include "support/sample_shapes.h"
#include "support/sanitized.h"
#include "support/tolerances.h"

namespace slipstick::geometry {

using namespace support;
namespace {

constexpr double kReach = 0.02;
constexpr double kSnapAngle = 1e-3;  // see convex_pairs.cc
// m; the algorithms for polyhedra have thresholds of up to 1e-9 of the size of a pair, below 2 m
constexpr double kPolyhedronTolerance = 2e-9;
// m; where an iteration ends on a curved surface
constexpr double kCurvedTolerance = 1e-7;

bool HasSide(const SampleShape& s) {
  return s.solid.kind == SolidKind::kCapsule || s.solid.kind == SolidKind::kCylinder;
}
bool IsCurved(const SampleShape& s) {
  return s.solid.kind == SolidKind::kCylinder || s.solid.kind == SolidKind::kEllipsoid;
}

std::vector<Vector3d> Directions(int n, uint64_t seed) {
  Random random(seed);
  std::vector<Vector3d> list;
  for (int i = 0; i < n; ++i) list.push_back(RandomDirection(random));
  return list;
}

/// The best of many directions, improved by ever smaller steps. Never more than the true gap.
double GapBySearch(const SampleShape& a, const SampleShape& b, const Vector3d& start,
                   const std::vector<Vector3d>& directions, Random& random) {
  Vector3d best = start;
  double gap = -1e300;
  const auto attempt = [&](const Vector3d& n) {
    const double g = GapAlong(a, b, n);
    if (g > gap) gap = g, best = n;
  };
  for (const Vector3d& n : directions) attempt(n);
  attempt(start);
  for (double step = 0.1; step > 1e-5; step *= 0.8)
    for (int k = 0; k < 8; ++k) attempt((best + step * RandomDirection(random)).normalized());
  return gap;
}

/// Runs check(a, b, random) on random placements of all pairs of the samples.
template <class Check>
void OnPairs(const std::vector<SampleShape>& samples, int poses, Check check) {
  uint64_t seed = 1;
  for (SampleShape first : samples)
    for (SampleShape second : samples) {
      Random random(++seed);
      for (int k = 0; k < poses && !::testing::Test::HasFailure(); ++k) {
        PlaceNearby(first, second, random);
        SCOPED_TRACE(first.name + " and " + second.name + ", pose " + std::to_string(k));
        check(first, second, random);
      }
    }
}

/// Of all that are bounded.
template <class Check>
void OnAllPairs(Check check) {
  OnPairs(BoundedSamples(), Repeats(60), check);
}

// The gap of the deepest point is the separation of the shapes along its normal, and no other direction
// separates them more.
TEST(AnyPair, GapIsTheLargestSeparationOfAllDirections) {
  const std::vector<Vector3d> directions = Directions(500, 3);
  OnAllPairs([&](const SampleShape& a, const SampleShape& b, Random& random) {
    Manifold m, near;
    ASSERT_GT(Collide(a, b, 1.0, m), 0) << "within a margin that none of these poses exceeds";
    const ManifoldPoint& deepest = Deepest(m);
    EXPECT_EQ(Collide(a, b, kReach, near) > 0, deepest.gap <= kReach);
    const Vector3d n = ToEigen(deepest.normal);
    const double searched = GapBySearch(a, b, n, directions, random);
    const double tolerance = IsCurved(a) || IsCurved(b) ? kCurvedTolerance : kPolyhedronTolerance;
    EXPECT_GE(deepest.gap, searched - tolerance);
    // Normals within 1e-3 rad of a face normal are replaced by it, which reduces the separation.
    const double reach = a.solid.bound + b.solid.bound;
    if (std::abs(GapAlong(a, b, n) - deepest.gap) < tolerance) return;
    EXPECT_NEAR(GapAlong(a, b, n), deepest.gap, kSnapAngle * reach);
    EXPECT_NEAR(searched, deepest.gap, 0.01 * kSnapAngle * reach);  // the accuracy of the search
  });
}

// Half the gap from a contact point along the normal is the surface of a, and in the other direction that of
// b.
TEST(AnyPair, DeepestPointIsMidwayBetweenTheSurfaces) {
  const std::vector<Vector3d> directions = Directions(300, 4);
  int compared = 0;
  OnAllPairs([&](const SampleShape& a, const SampleShape& b, Random&) {
    Manifold m;
    if (Collide(a, b, kReach, m) == 0) return;
    const ManifoldPoint& c = Deepest(m);
    const Vector3d n = ToEigen(c.normal), p = ToEigen(c.p);
    const Vector3d on_a = p + 0.5 * c.gap * n, on_b = p - 0.5 * c.gap * n;
    // The error of points is the square root of that of gaps; for a side along an edge it is the tolerated
    // angle of 1e-2 rad.
    const double curved =
        HasSide(a) || HasSide(b) ? 1e-4 + 1e-2 * std::min(a.solid.bound, b.solid.bound) : 1e-4;
    const double tolerance = IsCurved(a) || IsCurved(b) ? curved : 1e-8;
    for (const Vector3d& d : directions) {
      EXPECT_LT(d.dot(on_a), a.Reach(d) + tolerance);
      EXPECT_LT(d.dot(on_b), b.Reach(d) + tolerance);
    }
    EXPECT_NEAR(-n.dot(on_a), a.Reach(-n), kSnapAngle * (a.solid.bound + b.solid.bound));
    EXPECT_NEAR(n.dot(on_b), b.Reach(n), kSnapAngle * (a.solid.bound + b.solid.bound));
    ++compared;
  });
  EXPECT_GT(compared, 0);
}

/// Expects the contacts of m moved by R and t, in any order. Where an iteration ended on something curved,
/// points have half the digits.
void ExpectSameContacts(const Manifold& m, const Manifold& moved, const Matrix3d& R, const Vector3d& t,
                        double tolerance) {
  ASSERT_EQ(m.size, moved.size);
  for (int i = 0; i < m.size; ++i) {
    const ManifoldPoint& c = m.point[i];
    const Vector3d p = R * ToEigen(c.p) + t, n = R * ToEigen(c.normal);
    const bool is_found = std::any_of(moved.point, moved.point + moved.size, [&](const ManifoldPoint& other) {
      return std::abs(other.gap - c.gap) < tolerance && (ToEigen(other.p) - p).norm() < tolerance &&
             (ToEigen(other.normal) - n).norm() < tolerance;
    });
    EXPECT_TRUE(is_found) << "feature " << c.feature << ", gap " << c.gap;
  }
}

TEST(AnyPair, ExchangingTheShapesReversesTheNormals) {
  OnPairs(AllSamples(), 100, [](const SampleShape& a, const SampleShape& b, Random&) {
    Manifold ab, ba;
    Collide(a, b, kReach, ab);
    Collide(b, a, kReach, ba);
    ASSERT_EQ(ab.size > 0, ba.size > 0);
    if (ab.size == 0) return;
    EXPECT_NEAR(Deepest(ab).gap, Deepest(ba).gap, kCurvedTolerance);
    ba.Flip();
    const bool is_sharp = std::abs(Deepest(ab).gap) > 1e-3;  // the direction of a short vector is inaccurate
    const bool is_same_way = Norm(Deepest(ab).normal - Deepest(ba).normal) < 1e-3;
    if (is_same_way) {
      ExpectSameContacts(ab, ba, Matrix3d::Identity(), Vector3d::Zero(),
                         IsCurved(a) || IsCurved(b) ? 1e-3 : 1e-8);
    } else if (is_sharp) {  // two normals may be equally good
      EXPECT_NEAR(GapAlong(a, b, ToEigen(Deepest(ba).normal)), Deepest(ab).gap, kCurvedTolerance);
    }
  });
}

TEST(AnyPair, ContactsMoveWithARigidMotionOfBothShapes) {
  OnPairs(AllSamples(), 60, [](SampleShape a, SampleShape b, Random& random) {
    if (a.solid.bound + b.solid.bound == 0.0) return;  // two coincident points: any normal is valid
    Manifold before, after;
    Collide(a, b, kReach, before);
    const Matrix3d R = RandomRotation(random);
    const Vector3d t = 10.0 * RandomDirection(random);
    a.p = R * a.p + t, b.p = R * b.p + t, a.R = R * a.R, b.R = R * b.R;
    Collide(a, b, kReach, after);
    if (before.size > 0) {
      ASSERT_GT(after.size, 0);
      EXPECT_NEAR(Deepest(before).gap, Deepest(after).gap, 1e-9);
    }
    ExpectSameContacts(before, after, R, t, IsCurved(a) || IsCurved(b) ? 1e-4 : 1e-9);
  });
}

// Moving a shape by 0.1 mm and turning it a little changes the gap by no more than its points move.
TEST(AnyPair, GapIsContinuous) {
  int compared = 0;
  OnAllPairs([&](SampleShape a, SampleShape b, Random& random) {
    Manifold before, after;
    const double wide = 0.1;
    if (Collide(a, b, wide, before) == 0) return;
    const double step = 1e-4;
    const Vector3d shift = step * RandomDirection(random), axis = RandomDirection(random);
    a.p += shift;
    a.R = Eigen::AngleAxisd(step, axis).toRotationMatrix() * a.R;
    ASSERT_GT(Collide(a, b, 2 * wide, after), 0);
    EXPECT_LE(std::abs(Deepest(after).gap - Deepest(before).gap),
              step + step * a.solid.bound + 2 * kCurvedTolerance);
    ++compared;
  });
  EXPECT_GT(compared, 0);
}

#ifdef NDEBUG
constexpr long kRandomPoses = SLIPSTICK_SANITIZED ? 50000 : 1200000;
#else
constexpr long kRandomPoses = 50000;
#endif

long PosesToTry() {
  const char* wanted = std::getenv("SLIPSTICK_RANDOM_POSES");
  return wanted != nullptr ? std::atol(wanted) : kRandomPoses;
}

void ExpectSoundContacts(const SampleShape& a, const SampleShape& b, double margin, long& contacts) {
  Manifold m;
  contacts += Collide(a, b, margin, m);
  for (int i = 0; i < m.size; ++i) {
    const ManifoldPoint& c = m.point[i];
    ASSERT_TRUE(std::isfinite(c.gap) && std::isfinite(Norm(c.p)));
    ASSERT_NEAR(Norm(c.normal), 1.0, kAccumulatedRounding);
    ASSERT_LE(c.gap, margin);
    ASSERT_TRUE(i == 0 || m.point[i - 1].feature < c.feature) << "features must differ";
  }
}

// A million poses; one in ten is degenerate. SLIPSTICK_RANDOM_POSES=1000 for a shorter run.
TEST(AnyPair, RandomPosesGiveFiniteUnitSortedContactsWithinTheMargin) {
  const std::vector<SampleShape> samples = AllSamples();
  const int poses = static_cast<int>(PosesToTry() / static_cast<long>(samples.size() * samples.size())) + 1;
  int k = 0;
  long contacts = 0;
  OnPairs(samples, poses, [&](SampleShape& a, SampleShape& b, Random& random) {
    ++k;
    const bool on_field = a.solid.kind == SolidKind::kHeightField || b.solid.kind == SolidKind::kHeightField;
    if (on_field && k % 8 != 0) return;  // deep in a field, a pose takes as long as twenty others
    if (k % 10 == 0) PlaceDegenerate(a, b, k / 10, random);
    ExpectSoundContacts(a, b, random.Uniform(0.0, 0.05), contacts);
  });
  EXPECT_GT(contacts, 0);
}

// The contacts of a hull with a plane are its vertices below it.
TEST(OnPlane, AHullTouchesWithItsLowestVertices) {
  const SampleShape plane("plane", model::PlaneGeometry{});
  for (SampleShape hull : {SampleShape("prism", Prism()), SampleShape("gem", Gem(1, 20)),
                           SampleShape("rough ball", Gem(2, 200))}) {
    SCOPED_TRACE(hull.name);
    Random random(11);
    for (int k = 0; k < 500; ++k) {
      hull.R = RandomRotation(random);
      hull.p = {random.Uniform(-1, 1), random.Uniform(-1, 1), 0.0};
      hull.p.z() = hull.Reach(-Vector3d::UnitZ()) + random.Uniform(-0.05, 0.01);
      std::vector<Vector3d> low;
      for (const Vec& v : hull.solid.hull->vertex) {
        const Vector3d p = hull.p + hull.R * ToEigen(v);
        if (p.z() <= kReach) low.push_back(p);
      }
      Manifold m;
      Collide(hull, plane, kReach, m);
      if (low.size() <= 8) {
        ASSERT_EQ(m.size, static_cast<int>(low.size()));
      }
      EXPECT_NEAR(Deepest(m).gap, -hull.Reach(-Vector3d::UnitZ()),
                  low.size() <= 8 ? kAccumulatedRounding : 1e-4 * 0.5);
      for (int i = 0; i < m.size; ++i) {
        const Vector3d vertex = ToEigen(m.point[i].p) + 0.5 * m.point[i].gap * Vector3d::UnitZ();
        EXPECT_NEAR(vertex.z(), m.point[i].gap, kAccumulatedRounding);
        EXPECT_TRUE(std::any_of(low.begin(), low.end(), [&](const Vector3d& p) {
          return (p - vertex).norm() < kAccumulatedRounding;
        }));
      }
    }
  }
}

}  // namespace
}  // namespace slipstick::geometry
