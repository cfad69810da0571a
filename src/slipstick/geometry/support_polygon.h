// The supporting face, edge or point of a shape in a direction, as a polygon for clipping.
#pragma once

#include "slipstick/geometry/solid.h"

namespace slipstick::geometry {

/// Size 1: a point of a curved surface, whose position the distance query gives. Size 2: the segment of a
/// capsule's core or a cylinder's side. Otherwise a face, its corners counter-clockwise seen from outside.
/// For a round face, a cylinder's cap, they are four points 90 degrees apart.
struct SupportPolygon {
  static constexpr int kMaxCorners = 32;  ///< faces of hulls with more corners are simplified

  int size = 1;
  bool is_round = false;
  Vec normal = Vec::Zero();  ///< of a face
  Vec corner[kMaxCorners];
  int vertex[kMaxCorners];  ///< numbers of the corners
  int edge[kMaxCorners];    ///< and of the edges from each to the next
};

/// Number of a box's edge between two vertices that differ in bit `axis`; the vertex's bits say on which
/// sides it is.
inline constexpr int BoxEdge(int axis, int vertex) {
  const int sides = axis == 0 ? vertex >> 1 : axis == 1 ? (vertex & 1) | (vertex >> 1 & 2) : vertex & 3;
  return 4 * axis + sides;
}

/// Vertex numbers of a cylinder: on each cap the fixed points of its rim, the rim's lowest point, which is
/// also an end of the contact line of its side, and the points where an edge of another shape enters and
/// leaves the rim.
inline constexpr int kRimPoints = 4;
inline constexpr int RimPoint(bool top, int k) { return (top ? kRimPoints : 0) + k; }
inline constexpr int LowestPoint(bool top) { return 2 * kRimPoints + (top ? 1 : 0); }

/// In the frame of the solid.
void FindSupportPolygon(const Solid& solid, const Vec& direction, SupportPolygon& out);

/// The face of a box across an axis, on its positive or negative side.
void BoxFace(const Vec& half, int axis, bool positive, SupportPolygon& out);

}  // namespace slipstick::geometry
