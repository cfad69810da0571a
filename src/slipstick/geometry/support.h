// Support points of convex shapes: the farthest point in a direction.
//
// Spheres and capsules are inflated cores: all points within a radius of a point or a segment. Proximity is
// computed between cores, which is exact and cheap, and the radii are subtracted from the gap. The core of
// any other shape is the shape itself.
#pragma once

#include "slipstick/geometry/solid.h"

namespace slipstick::geometry {

inline double CoreRadius(const Solid& solid) {
  const bool is_inflated = solid.kind == SolidKind::kSphere || solid.kind == SolidKind::kCapsule;
  return is_inflated ? solid.radius : 0.0;
}

inline Vec CoreSupport(const Solid& solid, const Vec& direction) {
  const auto sign = [](double x) { return x < 0.0 ? -1.0 : 1.0; };
  const Vec &d = direction, &h = solid.half;
  switch (solid.kind) {
    case SolidKind::kCapsule: return {0.0, 0.0, sign(d.z) * solid.half_length};
    case SolidKind::kBox: return {sign(d.x) * h.x, sign(d.y) * h.y, sign(d.z) * h.z};
    case SolidKind::kCylinder: {
      const double across = std::sqrt(d.x * d.x + d.y * d.y);
      const double scale = across > 0.0 ? solid.radius / across : 0.0;
      return {scale * d.x, scale * d.y, sign(d.z) * solid.half_length};
    }
    case SolidKind::kEllipsoid: {
      const Vec hd{h.x * d.x, h.y * d.y, h.z * d.z};
      const double length = Norm(hd);
      if (length == 0.0) return {h.x, 0.0, 0.0};
      return {h.x * (hd.x / length), h.y * (hd.y / length), h.z * (hd.z / length)};
    }
    case SolidKind::kHull: return solid.hull->vertex[solid.hull->Support(d)];
    default: return Vec::Zero();
  }
}

/// A point of the Minkowski difference of two cores, with the points it comes from.
struct SupportPoint {
  Vec a, b;
  Vec w;  ///< a - b
};

/// Two shapes in the frame of the first: coordinates stay small wherever the pair is in the world.
struct RelativePair {
  RelativePair(const PlacedShape& first, const PlacedShape& second)
      : a(first.solid),
        b(second.solid),
        R_AB{TransposeTimes(first.R, second.R.x), TransposeTimes(first.R, second.R.y),
             TransposeTimes(first.R, second.R.z)},
        p_AB(TransposeTimes(first.R, second.p - first.p)),
        size(a->bound + b->bound) {}

  /// The farthest point of {a - b} in a direction.
  SupportPoint Support(const Vec& direction) const {
    const Vec on_a = CoreSupport(*a, direction);
    const Vec on_b = p_AB + R_AB * CoreSupport(*b, -TransposeTimes(R_AB, direction));
    return {on_a, on_b, on_a - on_b};
  }

  const Solid *a, *b;
  Mat R_AB;
  Vec p_AB;
  double size;  ///< a characteristic length, the scale of tolerances
};

}  // namespace slipstick::geometry
