#include "slipstick/geometry/solid_inertia.h"

#include <cmath>
#include <numbers>

#include "slipstick/core/error.h"
#include "slipstick/geometry/solid.h"

namespace slipstick::geometry {
namespace {

Inertia Ellipsoid(const Eigen::Vector3d& r) {
  const double mass = 4.0 / 3.0 * std::numbers::pi * r.x() * r.y() * r.z();
  const Eigen::Vector3d s = r.cwiseProduct(r);
  return {mass, Eigen::Vector3d::Zero(),
          (mass / 5.0 * Eigen::Vector3d(s.y() + s.z(), s.z() + s.x(), s.x() + s.y())).asDiagonal()};
}

/// A cylinder and two hemispheres, whose centres of mass are 3/8 of the radius away from their flat sides.
Inertia Capsule(double radius, double length) {
  Inertia half = Inertia::Sphere(2.0 / 3.0 * std::numbers::pi * radius * radius * radius, radius);
  half.com.z() = 0.375 * radius;
  half.rotational.topLeftCorner<2, 2>().diagonal().array() -= half.mass * half.com.z() * half.com.z();
  const Pose up = Pose::At(0, 0, 0.5 * length);
  const Pose down = Pose::FromRpy({std::numbers::pi, 0, 0}, {0, 0, -0.5 * length});
  return Inertia::Cylinder(std::numbers::pi * radius * radius * length, radius, length) + half.In(up) +
         half.In(down);
}

Eigen::Vector3d Point(const Vec& p) { return {p.x, p.y, p.z}; }

/// Sums tetrahedra from the origin over the triangles of the faces: mass, first moments and second moments of
/// each are polynomials of its corners.
Inertia Polyhedron(const Hull& hull) {
  double volume = 0.0;
  Eigen::Vector3d first = Eigen::Vector3d::Zero();
  Eigen::Matrix3d second = Eigen::Matrix3d::Zero();
  for (const Hull::Face& face : hull.face)
    for (int k = face.begin + 1; k + 1 < face.end; ++k) {
      const Vec &a = hull.vertex[hull.corner[face.begin]], &b = hull.vertex[hull.corner[k]],
                &c = hull.vertex[hull.corner[k + 1]];
      const double six_volumes = Dot(a, Cross(b, c));
      Eigen::Matrix3d corners;
      corners << Point(a), Point(b), Point(c);
      const Eigen::Vector3d sum = corners.rowwise().sum();
      volume += six_volumes / 6.0;
      first += six_volumes / 24.0 * sum;
      second += six_volumes / 120.0 * (corners * corners.transpose() + sum * sum.transpose());
    }
  const Eigen::Vector3d com = first / volume;
  second -= volume * com * com.transpose();
  return {volume, com, second.trace() * Eigen::Matrix3d::Identity() - second};
}

Inertia Of(const Solid& solid) {
  const double r = solid.radius, length = 2.0 * solid.half_length;
  const Eigen::Vector3d half = Point(solid.half);
  switch (solid.kind) {
    case SolidKind::kSphere: return Ellipsoid({r, r, r});
    case SolidKind::kCapsule: return Capsule(r, length);
    case SolidKind::kBox: return Inertia::Box(8.0 * half.prod(), 2.0 * half);
    case SolidKind::kCylinder: return Inertia::Cylinder(std::numbers::pi * r * r * length, r, length);
    case SolidKind::kEllipsoid: return Ellipsoid(half);
    case SolidKind::kHull: return Polyhedron(*solid.hull);
    case SolidKind::kPlane:
    case SolidKind::kHeightField: break;
  }
  return Inertia::None();
}

}  // namespace

Inertia UnitDensityInertia(const model::Geometry& geometry, const std::string& where) {
  Inertia inertia = Of(MakeSolid(geometry, where));
  if (!(inertia.mass > 0.0)) throw InputError(where + ": it has no volume.");
  return inertia;
}

Inertia Scaled(const Inertia& inertia, double factor) {
  return {factor * inertia.mass, inertia.com, factor * inertia.rotational};
}

model::UrdfOptions::ShapeInertia SolidOfDensity(double density) {
  return [density](const model::Geometry& geometry, const std::string& where) {
    return Scaled(UnitDensityInertia(geometry, where), density);
  };
}

}  // namespace slipstick::geometry
