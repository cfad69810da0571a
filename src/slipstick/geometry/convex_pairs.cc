#include "slipstick/geometry/convex_pairs.h"

#include <algorithm>

#include "slipstick/geometry/cap_contacts.h"
#include "slipstick/geometry/clipping.h"
#include "slipstick/geometry/feature_id.h"
#include "slipstick/geometry/gjk.h"
#include "slipstick/geometry/rim.h"

namespace slipstick::geometry {
namespace {

/// A normal this close (rad) to that of a face is replaced by the face normal. The relative error of the gaps
/// is then half the square of this.
constexpr double kSnapAngle = 1e-3;
/// A side this close (rad) to a face or an edge still touches along a line. At this angle the far end of a
/// side of 0.1 m is lifted by 1 mm, more than contacts yield, so that an end under load is never lost.
constexpr double kLineAngle = 1e-2;

/// The supporting polygons of a and b towards each other, in the frame of a.
struct FacingPolygons {
  SupportPolygon a, b;

  FacingPolygons(const RelativePair& pair, const Vec& normal) {
    FindSupportPolygon(*pair.a, -normal, a);
    FindSupportPolygon(*pair.b, TransposeTimes(pair.R_AB, normal), b);
    b.normal = pair.R_AB * b.normal;
    if (b.size > 1)
      for (int i = 0; i < b.size; ++i) b.corner[i] = pair.p_AB + pair.R_AB * b.corner[i];
  }

  /// Recomputes the contact lines of cylinders for a normal that is more accurate than the first one.
  void TurnSides(const RelativePair& pair, const Vec& normal) {
    if (pair.a->kind == SolidKind::kCylinder && a.size == 2) FindSupportPolygon(*pair.a, -normal, a);
    if (pair.b->kind == SolidKind::kCylinder && b.size == 2) *this = FacingPolygons(pair, normal);
  }
};

bool IsFaceAlong(const SupportPolygon& polygon, const Vec& direction, double angle = kSnapAngle) {
  return polygon.size >= 3 && Dot(polygon.normal, direction) > 0.0 &&
         SquaredNorm(Cross(polygon.normal, direction)) < angle * angle;
}

/// Whether an axis of one of the bounding boxes separates the shapes by more than the margin. Most pairs end
/// here.
bool AreBoxesApart(const RelativePair& pair, double margin) {
  const Mat& R = pair.R_AB;
  const Vec &a = pair.a->box, &b = pair.b->box;
  const Vec d = pair.p_AB + R * pair.b->centre - pair.a->centre;
  for (int i = 0; i < 3; ++i) {
    const double reach_b =
        b.x * std::abs(At(R.x, i)) + b.y * std::abs(At(R.y, i)) + b.z * std::abs(At(R.z, i));
    if (std::abs(At(d, i)) > At(a, i) + reach_b + margin) return true;
    const Vec& axis = Column(R, i);
    const double reach_a = a.x * std::abs(axis.x) + a.y * std::abs(axis.y) + a.z * std::abs(axis.z);
    if (std::abs(Dot(d, axis)) > At(b, i) + reach_a + margin) return true;
  }
  return false;
}

/// Replaces the normal, which has the error of an iteration, by a face normal if that separates the shapes as
/// well. If one shape is curved there, also recomputes the nearest points.
void TrySharperNormal(const RelativePair& pair, const Vec& normal, bool is_point, bool face_is_b,
                      Proximity& near) {
  const SupportPoint support = pair.Support(-normal);
  const double gap = Dot(normal, support.w);
  if (gap < near.gap - 1e-12 * pair.size) return;
  near.normal = normal;
  near.gap = gap;
  if (!is_point) return;
  near.point_a = face_is_b ? support.a : support.b + gap * normal;
  near.point_b = face_is_b ? support.a - gap * normal : support.b;
}

/// Converts candidates in the frame of a to points in the world.
class Writer {
 public:
  Writer(const PlacedShape& a, const PlacedShape& b, Manifold& out)
      : a_(a), radius_a_(CoreRadius(*a.solid)), radius_b_(CoreRadius(*b.solid)), out_(out) {}

  /// p on the core of a.
  void AddOnA(uint32_t feature, double gap, const Vec& p, const Vec& normal) {
    Add(feature, gap, p - (radius_a_ + 0.5 * gap) * normal, normal);
  }
  /// p on the core of b.
  void AddOnB(uint32_t feature, double gap, const Vec& p, const Vec& normal) {
    Add(feature, gap, p + (radius_b_ + 0.5 * gap) * normal, normal);
  }
  double radii() const { return radius_a_ + radius_b_; }

 private:
  void Add(uint32_t feature, double gap, const Vec& p, const Vec& normal) {
    out_.Add(feature, gap, a_.p + a_.R * p, a_.R * normal);
  }

  const PlacedShape& a_;
  double radius_a_, radius_b_;
  Manifold& out_;
};

/// Contacts in the overlap of a face and the other polygon. `normal` may differ slightly from that of the
/// face; heights over the face are scaled accordingly.
void AddFaceContacts(const FacingPolygons& facing, bool face_is_b, const Vec& normal, double margin,
                     Writer& writer) {
  const Vec upright = face_is_b ? facing.b.normal : -facing.a.normal;
  const double radii = writer.radii(), shortening = Dot(upright, normal);
  Candidate candidate[kMaxCapContacts];
  int n = 0;
  bool is_on_a = face_is_b;  // where the points of the candidates lie
  if (facing.a.is_round || facing.b.is_round) {
    is_on_a = facing.a.is_round;
    n = is_on_a ? CollideCap(facing.a, facing.b, false, -upright, radii, margin, candidate)
                : CollideCap(facing.b, facing.a, true, upright, radii, margin, candidate);
  } else {
    const SupportPolygon &face = face_is_b ? facing.b : facing.a, &other = face_is_b ? facing.a : facing.b;
    n = ClipToFace(face, other, face_is_b, radii, margin, candidate);
  }
  for (int i = 0; i < n; ++i) {
    const auto& [feature, height, p] = candidate[i];
    const double gap = shortening * (height + radii) - radii;
    is_on_a ? writer.AddOnA(feature, gap, p, normal) : writer.AddOnB(feature, gap, p, normal);
  }
}

/// Whether a face or a side lies on a face, rather than a corner or the rim of a tilted cap.
bool IsFlat(const FacingPolygons& facing) {
  return facing.a.size == 2 || facing.b.size == 2 ||
         Dot(facing.a.normal, facing.b.normal) < -1.0 + 0.5 * kFlatSlope * kFlatSlope;
}

/// Reduces a tilted face to its farthest edge in a direction.
void KeepEdge(SupportPolygon& polygon, const Vec& direction) {
  if (polygon.size < 3 || polygon.is_round) return;
  int best = 0;
  double farthest = -1e300;
  for (int i = 0; i < polygon.size; ++i) {
    const double reach = Dot(direction, polygon.corner[i] + polygon.corner[(i + 1) % polygon.size]);
    if (reach > farthest) best = i, farthest = reach;
  }
  const int next = (best + 1) % polygon.size;
  const Vec corner[] = {polygon.corner[best], polygon.corner[next]};
  const int vertex[] = {polygon.vertex[best], polygon.vertex[next]};
  polygon.size = 2;
  for (const int i : {0, 1}) polygon.corner[i] = corner[i], polygon.vertex[i] = vertex[i];
}

/// Sides of cylinders or capsules along each other or along an edge: the ends of their overlap.
void AddParallelContacts(const SupportPolygon& a, const SupportPolygon& b, const Vec& normal, double margin,
                         Writer& writer) {
  const Vec da = a.corner[1] - a.corner[0], db = b.corner[1] - b.corner[0];
  const double la2 = SquaredNorm(da), lb2 = SquaredNorm(db);
  if (SquaredNorm(Cross(da, db)) > kLineAngle * kLineAngle * la2 * lb2 || la2 == 0.0 || lb2 == 0.0) return;
  const auto add = [&](uint32_t feature, const Vec& on_a, const Vec& on_b) {
    const double gap = Dot(normal, on_a - on_b) - writer.radii();
    if (gap <= margin) writer.AddOnA(feature, gap, on_a, normal);
  };
  bool is_beside_b[2];  // per end of a
  for (const int end : {0, 1}) {
    const double s = Dot(a.corner[end] - b.corner[0], db) / lb2;  // along b
    is_beside_b[end] = s >= -kSameEnd && s <= 1.0 + kSameEnd;
    if (is_beside_b[end])
      add(VertexFeature(false, a.vertex[end]), a.corner[end], b.corner[0] + std::clamp(s, 0.0, 1.0) * db);
  }
  for (const int end : {0, 1}) {
    const double t = Dot(b.corner[end] - a.corner[0], da) / la2;  // along a
    const bool is_at_end_of_a = (t < kSameEnd && is_beside_b[0]) || (t > 1.0 - kSameEnd && is_beside_b[1]);
    if (t > 0.0 && t < 1.0 && !is_at_end_of_a)
      add(VertexFeature(true, b.vertex[end]), a.corner[0] + t * da, b.corner[end]);
  }
}

/// A side of a cylinder or capsule along an edge or a face at a larger angle than kSnapAngle.
void AddLineContacts(FacingPolygons& facing, const Vec& normal, double margin, Writer& writer) {
  if (IsFaceAlong(facing.a, -normal, kLineAngle))
    return AddFaceContacts(facing, false, normal, margin, writer);
  if (IsFaceAlong(facing.b, normal, kLineAngle)) return AddFaceContacts(facing, true, normal, margin, writer);
  KeepEdge(facing.a, -normal);
  KeepEdge(facing.b, normal);
  if (facing.a.size == 2 && facing.b.size == 2)
    AddParallelContacts(facing.a, facing.b, normal, margin, writer);
}

double SmallestGap(const Manifold& manifold) {
  double gap = 1e300;
  for (int i = 0; i < manifold.size; ++i) gap = std::min(gap, manifold.point[i].gap);
  return gap;
}

}  // namespace

void CollideConvexConvex(const PlacedShape& a, const PlacedShape& b, double margin, Manifold& out) {
  const RelativePair pair(a, b);
  if (AreBoxesApart(pair, margin)) return;
  Writer writer(a, b, out);
  Proximity near;
  if (!FindProximity(pair, margin + writer.radii(), near)) return;

  FacingPolygons facing(pair, near.normal);
  const bool face_on_b = IsFaceAlong(facing.b, near.normal), face_on_a = IsFaceAlong(facing.a, -near.normal);
  const bool face_is_b = face_on_b && !(face_on_a && facing.b.is_round);  // prefer the polygon to the rim
  const bool is_point = facing.a.size == 1 || facing.b.size == 1;
  if (face_on_b) TrySharperNormal(pair, facing.b.normal, is_point, true, near);
  if (face_on_a) TrySharperNormal(pair, -facing.a.normal, is_point, false, near);
  const double gap = near.gap - writer.radii();
  if (gap > margin) return;

  const bool is_face = (face_on_a || face_on_b) && !is_point;
  if (is_face) {
    const Vec normal = face_is_b ? facing.b.normal : -facing.a.normal;
    facing.TurnSides(pair, normal);
    AddFaceContacts(facing, face_is_b, normal, margin, writer);
  } else if (facing.a.size == 2 || facing.b.size == 2) {
    AddLineContacts(facing, near.normal, margin, writer);
  }
  // A single point if nothing is flat, or if the flat features miss the deepest point. Not if faces overlap:
  // the deepest point may then lie outside their overlap and jump from side to side.
  const double noise = 1e-7 * pair.size + kSnapAngle * kSnapAngle * std::abs(gap);
  const bool may_miss = gap > 0.0 || !is_face || !IsFlat(facing);
  if (out.size == 0 || (may_miss && SmallestGap(out) > gap + noise)) {
    // Midway between the cores, shifted by half the difference of the radii.
    const Vec middle = 0.5 * (near.point_a + near.point_b);
    const double shift = 0.5 * (CoreRadius(*b.solid) - CoreRadius(*a.solid));
    out.Add(kSinglePoint, gap, a.p + a.R * (middle + shift * near.normal), a.R * near.normal);
  }
}

}  // namespace slipstick::geometry
