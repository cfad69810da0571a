#include "slipstick/geometry/support_polygon.h"

namespace slipstick::geometry {
namespace {

void CylinderCap(const Solid& solid, bool top, SupportPolygon& out) {
  constexpr double kQuarters[kRimPoints][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  const double z = top ? 1.0 : -1.0;
  out.size = kRimPoints;
  out.is_round = true;
  out.normal = {0.0, 0.0, z};
  for (int i = 0; i < kRimPoints; ++i) {
    const int k = top ? i : kRimPoints - 1 - i;  // counter-clockwise from outside
    out.corner[i] = {solid.radius * kQuarters[k][0], solid.radius * kQuarters[k][1], z * solid.half_length};
    out.vertex[i] = out.edge[i] = RimPoint(top, k);
  }
}

void AxialSegment(double half_length, const Vec& offset, int first_vertex, SupportPolygon& out) {
  out.size = 2;
  for (const int end : {0, 1}) {
    out.corner[end] = {offset.x, offset.y, end == 0 ? -half_length : half_length};
    out.vertex[end] = first_vertex + end;
    out.edge[end] = first_vertex;
  }
}

void CylinderPolygon(const Solid& solid, const Vec& d, SupportPolygon& out) {
  const double across2 = d.x * d.x + d.y * d.y;
  if (d.z * d.z > across2) return CylinderCap(solid, d.z > 0.0, out);
  const double scale = solid.radius / std::sqrt(across2);
  AxialSegment(solid.half_length, {scale * d.x, scale * d.y, 0.0}, LowestPoint(false), out);
}

void HullPolygon(const Hull& hull, const Vec& d, SupportPolygon& out) {
  const int top = hull.Support(d);
  int best = hull.face_of[hull.face_begin[top]];
  for (int k = hull.face_begin[top]; k < hull.face_begin[top + 1]; ++k)
    if (Dot(hull.face[hull.face_of[k]].normal, d) > Dot(hull.face[best].normal, d)) best = hull.face_of[k];
  const Hull::Face& face = hull.face[best];
  const int corners = face.end - face.begin;
  out.size = corners < SupportPolygon::kMaxCorners ? corners : SupportPolygon::kMaxCorners;
  out.normal = face.normal;
  for (int i = 0; i < out.size; ++i) {
    const int k = face.begin + static_cast<int>(static_cast<long>(i) * corners / out.size);
    out.corner[i] = hull.vertex[hull.corner[k]];
    out.vertex[i] = hull.corner[k];
    out.edge[i] = hull.edge[k];
  }
}

}  // namespace

void BoxFace(const Vec& half, int axis, bool positive, SupportPolygon& out) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  constexpr int kTurn[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  out.size = 4;
  out.normal = Vec::Zero();
  At(out.normal, axis) = positive ? 1.0 : -1.0;
  for (int i = 0; i < 4; ++i) {
    const auto& turn = kTurn[positive ? i : 3 - i];
    const int vertex = (positive ? 1 << axis : 0) | turn[0] << u | turn[1] << v;
    out.corner[i] = {vertex & 1 ? half.x : -half.x, vertex & 2 ? half.y : -half.y,
                     vertex & 4 ? half.z : -half.z};
    out.vertex[i] = vertex;
    out.edge[i] = BoxEdge(i % 2 == 0 ? u : v, vertex);
  }
}

void FindSupportPolygon(const Solid& solid, const Vec& direction, SupportPolygon& out) {
  const Vec& d = direction;
  switch (solid.kind) {
    case SolidKind::kCapsule: return AxialSegment(solid.half_length, Vec::Zero(), 0, out);
    case SolidKind::kCylinder: return CylinderPolygon(solid, d, out);
    case SolidKind::kHull: return HullPolygon(*solid.hull, d, out);
    case SolidKind::kBox: {
      const double x = std::abs(d.x), y = std::abs(d.y), z = std::abs(d.z);
      const int axis = x >= y ? (x >= z ? 0 : 2) : (y >= z ? 1 : 2);
      return BoxFace(solid.half, axis, At(d, axis) > 0.0, out);
    }
    default: out.size = 1;
  }
}

}  // namespace slipstick::geometry
