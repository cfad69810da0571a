#include "slipstick/geometry/box_box.h"

#include <algorithm>

#include "slipstick/geometry/clipping.h"
#include "slipstick/geometry/convex_pairs.h"
#include "slipstick/geometry/feature_id.h"
#include "slipstick/geometry/support.h"

namespace slipstick::geometry {
namespace {

/// An edge-edge axis this close (rad) to a face normal is skipped in favour of the face, and so are edges
/// this close to parallel.
constexpr double kNearFace = 1e-3;

/// The best of the fifteen axes so far. Axes in the frame of a.
struct BestAxis {
  double separation = -1e300;
  Vec normal = Vec::Zero();  ///< from b to a
  int edge_a = -1, edge_b = -1;
  int face = -1;  ///< 0, 1, 2: of a; 3, 4, 5: of b
};

struct Boxes {
  Vec half_a, half_b;
  Mat R;     ///< axes of b
  Vec d;     ///< centre of b
  Mat absR;  ///< entries of R without signs
};

Boxes MakeBoxes(const PlacedShape& a, const PlacedShape& b) {
  const RelativePair pair(a, b);
  const auto positive = [](const Vec& v) { return Vec{std::abs(v.x), std::abs(v.y), std::abs(v.z)}; };
  const Mat& R = pair.R_AB;
  return {a.solid->half, b.solid->half, R, pair.p_AB, {positive(R.x), positive(R.y), positive(R.z)}};
}

/// False if a face normal separates the boxes by more than the margin.
bool TryFaces(const Boxes& boxes, double margin, BestAxis& best) {
  const Vec reach_b = boxes.absR * boxes.half_b;
  const Vec d_B = TransposeTimes(boxes.R, boxes.d), reach_a = TransposeTimes(boxes.absR, boxes.half_a);
  for (int i = 0; i < 6; ++i) {
    const double distance = i < 3 ? At(boxes.d, i) : At(d_B, i - 3);
    const double reach =
        i < 3 ? At(boxes.half_a, i) + At(reach_b, i) : At(boxes.half_b, i - 3) + At(reach_a, i - 3);
    const double separation = std::abs(distance) - reach;
    if (separation > margin) return false;
    if (separation <= best.separation + 1e-12 * reach) continue;  // ties go to the first
    Vec axis = Vec::Zero();
    i < 3 ? At(axis, i) = 1.0 : (axis = Column(boxes.R, i - 3), 0.0);
    best = {separation, distance > 0.0 ? -axis : axis, -1, -1, i};
  }
  return true;
}

/// The same with the cross products of edges.
bool TryEdges(const Boxes& boxes, double margin, BestAxis& best) {
  const Vec face_normal = best.normal;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      // e_i x axis_b has the entries -axis_b[i2] at i1 and axis_b[i1] at i2.
      const Vec& axis_b = Column(boxes.R, j);
      const double n1 = -At(axis_b, i2), n2 = At(axis_b, i1);
      const double length2 = n1 * n1 + n2 * n2;
      if (length2 < kNearFace * kNearFace) continue;
      const double distance = n1 * At(boxes.d, i1) + n2 * At(boxes.d, i2);
      const double reach = At(boxes.half_a, i1) * std::abs(n1) + At(boxes.half_a, i2) * std::abs(n2) +
                           At(boxes.half_b, j1) * At(Column(boxes.absR, j2), i) +
                           At(boxes.half_b, j2) * At(Column(boxes.absR, j1), i);
      const double inverse = 1.0 / std::sqrt(length2);
      const double separation = (std::abs(distance) - reach) * inverse;
      if (separation > margin) return false;
      if (separation <= best.separation + 1e-12 * reach) continue;
      Vec axis = Vec::Zero();
      At(axis, i1) = n1 * inverse, At(axis, i2) = n2 * inverse;
      if (SquaredNorm(Cross(axis, face_normal)) < kNearFace * kNearFace) continue;
      best = {separation, distance > 0.0 ? -axis : axis, i, j, -1};
    }
  return true;
}

int VertexTowards(const Vec& direction) {
  return (direction.x > 0.0 ? 1 : 0) | (direction.y > 0.0 ? 2 : 0) | (direction.z > 0.0 ? 4 : 0);
}

/// Middle of the edge along an axis that is farthest in a direction.
Vec EdgeMiddle(const Vec& half, int axis, int vertex) {
  Vec middle{vertex & 1 ? half.x : -half.x, vertex & 2 ? half.y : -half.y, vertex & 4 ? half.z : -half.z};
  At(middle, axis) = 0.0;
  return middle;
}

void AddEdgeContact(const PlacedShape& a, const Boxes& boxes, const BestAxis& best, Manifold& out) {
  const int vertex_a = VertexTowards(-best.normal),
            vertex_b = VertexTowards(TransposeTimes(boxes.R, best.normal));
  const Vec on_a = EdgeMiddle(boxes.half_a, best.edge_a, vertex_a);
  const Vec on_b = boxes.d + boxes.R * EdgeMiddle(boxes.half_b, best.edge_b, vertex_b);
  Vec along_a = Vec::Zero();
  At(along_a, best.edge_a) = 1.0;
  const Vec along_b = Column(boxes.R, best.edge_b), r = on_a - on_b;
  // nearest points of the two lines
  const double c = Dot(along_a, along_b), det = 1.0 - c * c;
  const double s = (c * Dot(along_b, r) - Dot(along_a, r)) / det,
               t = (Dot(along_b, r) - c * Dot(along_a, r)) / det;
  const Vec middle = 0.5 * (on_a + s * along_a + on_b + t * along_b);
  out.Add(EdgesFeature(BoxEdge(best.edge_a, vertex_a), BoxEdge(best.edge_b, vertex_b)), best.separation,
          a.p + a.R * middle, a.R * best.normal);
}

/// Transforms a face of box b into the frame of a.
void Place(const Boxes& boxes, SupportPolygon& polygon) {
  polygon.normal = boxes.R * polygon.normal;
  for (int i = 0; i < 4; ++i) polygon.corner[i] = boxes.d + boxes.R * polygon.corner[i];
}

int LargestEntry(const Vec& v) {
  const double x = std::abs(v.x), y = std::abs(v.y), z = std::abs(v.z);
  return x >= y ? (x >= z ? 0 : 2) : (y >= z ? 1 : 2);
}

void AddFaceContacts(const PlacedShape& a, const Boxes& boxes, const BestAxis& best, double margin,
                     Manifold& out) {
  const bool face_is_b = best.face >= 3;
  const Vec to_b = -best.normal,
            to_a = TransposeTimes(boxes.R, best.normal);  // outwards, each in its own frame
  const int axis_a = face_is_b ? LargestEntry(to_b) : best.face;
  const int axis_b = face_is_b ? best.face - 3 : LargestEntry(to_a);
  SupportPolygon on_a, on_b;
  BoxFace(boxes.half_a, axis_a, At(to_b, axis_a) > 0.0, on_a);
  BoxFace(boxes.half_b, axis_b, At(to_a, axis_b) > 0.0, on_b);
  Place(boxes, on_b);
  Candidate candidate[kMaxKept];
  const SupportPolygon &face = face_is_b ? on_b : on_a, &other = face_is_b ? on_a : on_b;
  int n = ClipToFace(face, other, face_is_b, 0.0, margin, candidate);
  n = KeepFour(candidate, n, face.normal, face.corner[1] - face.corner[0]);
  const Vec normal = a.R * best.normal;
  for (int i = 0; i < n; ++i) {
    const double half_gap = 0.5 * candidate[i].gap;
    const Vec middle = candidate[i].p + (face_is_b ? -half_gap : half_gap) * best.normal;
    out.Add(candidate[i].feature, candidate[i].gap, a.p + a.R * middle, normal);
  }
}

}  // namespace

void CollideBoxBox(const PlacedShape& a, const PlacedShape& b, double margin, Manifold& out) {
  const Boxes boxes = MakeBoxes(a, b);
  BestAxis best;
  if (!TryFaces(boxes, margin, best) || !TryEdges(boxes, margin, best)) return;
  if (best.face < 0 && best.edge_a < 0) return;  // overflow
  if (best.face < 0 && best.separation <= 0.0) return AddEdgeContact(a, boxes, best, out);
  if (best.face >= 0) AddFaceContacts(a, boxes, best, margin, out);
  if (best.separation <= 0.0 && out.size > 0) return;
  // Separated: the separation along an axis equals the distance if a corner lies over the face; otherwise it
  // is smaller.
  const double noise = 1e-9 * (a.solid->bound + b.solid->bound);
  for (int i = 0; i < out.size; ++i)
    if (out.point[i].gap <= best.separation + noise) return;
  out.size = 0;
  CollideConvexConvex(a, b, margin, out);
}

}  // namespace slipstick::geometry
