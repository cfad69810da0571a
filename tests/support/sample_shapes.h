// Sample shapes with independent, simple support functions.
#pragma once

#include <Eigen/Geometry>
#include <string>
#include <vector>

#include "slipstick/core/convert.h"
#include "slipstick/core/random.h"
#include "slipstick/geometry/narrow_phase.h"

namespace slipstick::support {

using Eigen::Matrix3d;
using Eigen::Vector3d;

inline Vector3d RandomDirection(Random& random) {
  return Vector3d(random.Normal(), random.Normal(), random.Normal()).normalized();
}
inline Matrix3d RandomRotation(Random& random) {
  return Eigen::Quaterniond(random.Normal(), random.Normal(), random.Normal(), random.Normal())
      .normalized()
      .toRotationMatrix();
}
inline Matrix3d Turn(double angle, const Vector3d& axis) {
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}
inline const Matrix3d kLying = Turn(M_PI / 2, Vector3d::UnitY());  ///< for shapes with their axis along z

inline model::ConvexGeometry Prism() {  // a triangle along z
  return {{{0.2, 0, -0.15},
           {-0.1, 0.17, -0.15},
           {-0.1, -0.17, -0.15},
           {0.2, 0, 0.15},
           {-0.1, 0.17, 0.15},
           {-0.1, -0.17, 0.15}}};
}
inline model::ConvexGeometry Gem(uint64_t seed, int points) {
  Random random(seed);
  model::ConvexGeometry gem;
  for (int i = 0; i < points; ++i)
    gem.vertices.push_back(random.Uniform(0.15, 0.25) * RandomDirection(random));
  return gem;
}

/// A geometry with its solid and pose.
struct SampleShape {
  std::string name;
  model::Geometry geometry;
  geometry::Solid solid;
  Vector3d p = Vector3d::Zero();
  Matrix3d R = Matrix3d::Identity();

  SampleShape(std::string name_, model::Geometry geometry_)
      : name(std::move(name_)), geometry(std::move(geometry_)), solid(geometry::MakeSolid(geometry, name)) {}

  geometry::PlacedShape placed() const { return {&solid, FromEigen(p), ToMat3(R)}; }
  bool is_plane() const { return std::holds_alternative<model::PlaneGeometry>(geometry); }

  /// Largest n·x over the shape, in the world.
  double Reach(const Vector3d& n) const {
    return n.dot(p) + std::visit([&](const auto& g) { return LocalReach(g, R.transpose() * n); }, geometry);
  }

 private:
  static double LocalReach(const model::SphereGeometry& g, const Vector3d&) { return g.radius; }
  static double LocalReach(const model::CapsuleGeometry& g, const Vector3d& n) {
    return g.radius + 0.5 * g.length * std::abs(n.z());
  }
  static double LocalReach(const model::BoxGeometry& g, const Vector3d& n) {
    return 0.5 * g.size.dot(n.cwiseAbs());
  }
  static double LocalReach(const model::CylinderGeometry& g, const Vector3d& n) {
    return g.radius * std::hypot(n.x(), n.y()) + 0.5 * g.length * std::abs(n.z());
  }
  static double LocalReach(const model::EllipsoidGeometry& g, const Vector3d& n) {
    return g.radii.cwiseProduct(n).norm();
  }
  static double LocalReach(const model::ConvexGeometry& g, const Vector3d& n) {
    double reach = -1e300;
    for (const Vector3d& v : g.vertices) reach = std::max(reach, n.dot(v));
    return reach;
  }
  static double LocalReach(const model::PlaneGeometry&, const Vector3d& n) {
    return (n - Vector3d::UnitZ()).norm() < 1e-12 ? 0.0 : 1e300;
  }
  static double LocalReach(const model::MeshGeometry&, const Vector3d&) { return 1e300; }
  static double LocalReach(const model::HeightFieldGeometry&, const Vector3d&) { return 1e300; }
};

/// All convex kinds.
inline std::vector<SampleShape> BoundedSamples() {
  return {{"sphere", model::SphereGeometry{0.15}},
          {"point", model::SphereGeometry{0.0}},
          {"capsule", model::CapsuleGeometry{0.08, 0.3}},
          {"box", model::BoxGeometry{{0.2, 0.3, 0.4}}},
          {"cube", model::BoxGeometry{{0.3, 0.3, 0.3}}},
          {"cylinder", model::CylinderGeometry{0.12, 0.3}},
          {"disc", model::CylinderGeometry{0.2, 0.05}},
          {"ellipsoid", model::EllipsoidGeometry{{0.1, 0.15, 0.25}}},
          {"prism", Prism()},
          {"gem", Gem(1, 20)},
          {"rough ball", Gem(2, 200)}};
}

/// Separation of the shapes along n, from b to a. Its maximum over all n is the gap.
inline double GapAlong(const SampleShape& a, const SampleShape& b, const Vector3d& n) {
  return -a.Reach(-n) - b.Reach(n);
}

inline int Collide(const SampleShape& a, const SampleShape& b, double margin, geometry::Manifold& out) {
  return geometry::Collide(a.placed(), b.placed(), margin, out);
}

inline const geometry::ManifoldPoint& Deepest(const geometry::Manifold& m) {
  int best = 0;
  for (int i = 1; i < m.size; ++i)
    if (m.point[i].gap < m.point[best].gap) best = i;
  return m.point[best];
}

/// Uneven ground, 2 m wide.
template <class Height>
SampleShape Field(Height height, int n = 21, double d = 0.1) {
  model::HeightFieldGeometry g{d, d, n, n, {}};
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) g.heights.push_back(height(d * (i - 0.5 * (n - 1)), d * (j - 0.5 * (n - 1))));
  return {"field", g};
}

/// Also the unbounded kinds, which are solid below.
inline std::vector<SampleShape> AllSamples() {
  std::vector<SampleShape> samples = BoundedSamples();
  samples.push_back({"plane", model::PlaneGeometry{}});
  samples.push_back(Field([](double x, double y) { return 0.05 * std::sin(7 * x) * std::cos(5 * y); }));
  return samples;
}

inline bool IsGround(const SampleShape& s) {
  return s.solid.kind == geometry::SolidKind::kPlane || s.solid.kind == geometry::SolidKind::kHeightField;
}

/// Places b near a: overlapping, touching or slightly apart.
inline void PlaceNearby(SampleShape& a, SampleShape& b, Random& random) {
  a.R = RandomRotation(random), b.R = RandomRotation(random);
  a.p = {random.Uniform(-1, 1), random.Uniform(-1, 1), random.Uniform(-1, 1)};
  if (IsGround(a) || IsGround(b)) {
    const SampleShape &ground = IsGround(a) ? a : b, &other = IsGround(a) ? b : a;
    const double height = IsGround(other) ? 0.0 : random.Uniform(-0.3, 1.0) * other.solid.bound;
    const Vector3d above = ground.R * Vector3d(random.Uniform(-0.7, 0.7), random.Uniform(-0.7, 0.7), height);
    b.p = IsGround(a) ? Vector3d(a.p + above) : Vector3d(a.p - above);
    return;
  }
  const double reach = a.solid.bound + b.solid.bound;
  b.p = a.p + random.Uniform(0.25, 1.0) * reach * RandomDirection(random);
}

/// Degenerate poses, which random ones never hit: coincident centres, identical poses, parallel and crossing
/// axes.
inline void PlaceDegenerate(SampleShape& a, SampleShape& b, int which, Random& random) {
  PlaceNearby(a, b, random);
  const Vector3d apart = b.p - a.p;
  const double distance = IsGround(a) || IsGround(b) ? 0.1 : apart.norm();
  switch (which % 5) {
    case 0: b.p = a.p; return;
    case 1: b.p = a.p, b.R = a.R; return;
    case 2: b.R = a.R; return;
    case 3: b.R = a.R, b.p = a.p + distance * a.R.col(which / 5 % 3); return;
    default: b.R = a.R * kLying, b.p = a.p + distance * a.R.col(which / 5 % 3);
  }
}

inline SampleShape Placed(model::Geometry geometry, const Eigen::Vector3d& p,
                          const Eigen::Matrix3d& R = Eigen::Matrix3d::Identity()) {
  SampleShape sample("shape", std::move(geometry));
  sample.p = p, sample.R = R;
  return sample;
}

}  // namespace slipstick::support
