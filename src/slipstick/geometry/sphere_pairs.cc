#include "slipstick/geometry/sphere_pairs.h"

#include <algorithm>

#include "slipstick/geometry/feature_id.h"

namespace slipstick::geometry {
namespace {

Vec ToFrame(const PlacedShape& b, const Vec& point) { return TransposeTimes(b.R, point - b.p); }

/// The contact of a sphere whose centre is at `distance` from a surface with this normal.
void AddSphereContact(const PlacedShape& sphere, double distance, const Vec& normal, double margin,
                      Manifold& out) {
  const double gap = distance - sphere.solid->radius;
  if (gap > margin) return;
  out.Add(kSinglePoint, gap, sphere.p - (sphere.solid->radius + 0.5 * gap) * normal, normal);
}

/// Signed distance of a point from a shape, and its gradient.
struct PointDistance {
  double distance;
  Vec normal;
};

/// From the segment along z with its middle at the origin; never negative.
PointDistance DistanceToSegment(double half_length, const Vec& point) {
  const Vec d{point.x, point.y, point.z - std::clamp(point.z, -half_length, half_length)};
  const double distance = Norm(d);
  return {distance, distance > kTinyDistance ? (1.0 / distance) * d : Vec::UnitX()};
}

PointDistance DistanceToBox(const Vec& half, const Vec& point) {
  const Vec d{point.x - std::clamp(point.x, -half.x, half.x), point.y - std::clamp(point.y, -half.y, half.y),
              point.z - std::clamp(point.z, -half.z, half.z)};
  const double distance = Norm(d);
  if (distance > kTinyDistance) return {distance, (1.0 / distance) * d};
  // inside: out through the nearest face
  PointDistance best{-1e300, Vec::Zero()};
  for (int i = 0; i < 3; ++i) {
    const double depth = std::abs(At(point, i)) - At(half, i);
    if (depth <= best.distance) continue;
    best = {depth, Vec::Zero()};
    At(best.normal, i) = At(point, i) < 0.0 ? -1.0 : 1.0;
  }
  return best;
}

PointDistance DistanceToCylinder(double radius, double half_length, const Vec& point) {
  const double from_axis = std::hypot(point.x, point.y);
  const Vec radial =
      from_axis > kTinyDistance ? Vec{point.x / from_axis, point.y / from_axis, 0.0} : Vec::UnitX();
  const Vec axial{0.0, 0.0, point.z < 0.0 ? -1.0 : 1.0};
  const double beyond_side = from_axis - radius, beyond_cap = std::abs(point.z) - half_length;
  if (beyond_side > kTinyDistance && beyond_cap > kTinyDistance) {  // nearest to the rim
    const double distance = std::hypot(beyond_side, beyond_cap);
    return {distance, (beyond_side / distance) * radial + (beyond_cap / distance) * axial};
  }
  return beyond_side > beyond_cap ? PointDistance{beyond_side, radial} : PointDistance{beyond_cap, axial};
}

}  // namespace

void CollideSphereSphere(const PlacedShape& a, const PlacedShape& b, double margin, Manifold& out) {
  const Vec d = a.p - b.p;
  const double reach = a.solid->radius + b.solid->radius + margin;
  const double distance2 = SquaredNorm(d);
  if (reach < 0.0 || distance2 > reach * reach) return;
  const double distance = std::sqrt(distance2);
  const Vec normal = distance > kTinyDistance ? (1.0 / distance) * d : Vec::UnitZ();
  AddSphereContact(a, distance - b.solid->radius, normal, margin, out);
}

void CollideSphereCapsule(const PlacedShape& a, const PlacedShape& b, double margin, Manifold& out) {
  const PointDistance d = DistanceToSegment(b.solid->half_length, ToFrame(b, a.p));
  AddSphereContact(a, d.distance - b.solid->radius, b.R * d.normal, margin, out);
}

void CollideSphereBox(const PlacedShape& a, const PlacedShape& b, double margin, Manifold& out) {
  const PointDistance d = DistanceToBox(b.solid->half, ToFrame(b, a.p));
  AddSphereContact(a, d.distance, b.R * d.normal, margin, out);
}

void CollideSphereCylinder(const PlacedShape& a, const PlacedShape& b, double margin, Manifold& out) {
  const PointDistance d = DistanceToCylinder(b.solid->radius, b.solid->half_length, ToFrame(b, a.p));
  AddSphereContact(a, d.distance, b.R * d.normal, margin, out);
}

void CollideSpherePlane(const PlacedShape& a, const PlacedShape& b, double margin, Manifold& out) {
  AddSphereContact(a, Dot(b.R.z, a.p - b.p), b.R.z, margin, out);
}

}  // namespace slipstick::geometry
