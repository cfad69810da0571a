// The pairs of kinds, one function each. Private to the layer.
//
// Every function appends points with gap <= margin to `out`, normals from b to a. Where a kind has a radius
// it may be 0.
#pragma once

#include "slipstick/geometry/manifold.h"
#include "slipstick/geometry/solid.h"

namespace slipstick::geometry {

/// Ends of two things side by side that are this near, as a share of the length, are one place. Turned
/// against each other by θ, two of one length lack θ²/2 of it.
inline constexpr double kSameEnd = 1e-3;

using PairFunction = void(const PlacedShape& a, const PlacedShape& b, double margin, Manifold& out);

PairFunction CollideSphereSphere, CollideSphereCapsule, CollideSphereBox, CollideSphereCylinder;
PairFunction CollideSpherePlane, CollideCapsulePlane, CollideBoxPlane, CollideCylinderPlane,
    CollideEllipsoidPlane, CollideHullPlane;
PairFunction CollideCapsuleCapsule, CollideBoxBox;
PairFunction CollideConvexConvex;  ///< any two bounded convex kinds
PairFunction CollideHeightField;   ///< b is the field

/// Where a point lies against a shape: signed distance, and the direction in which it grows.
struct PointDistance {
  double distance;
  Vec normal;
};

/// In the frame of the solid: sphere, capsule, box, cylinder.
PointDistance DistanceToSegment(double half_length, const Vec& point);  ///< along z; no inside
PointDistance DistanceToBox(const Vec& half, const Vec& point);
PointDistance DistanceToCylinder(double radius, double half_length, const Vec& point);

}  // namespace slipstick::geometry
