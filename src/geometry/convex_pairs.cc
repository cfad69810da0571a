// Any two convex shapes: the direction in which they are nearest, then everything that touches along it.
#include <algorithm>

#include "geometry/clipping.h"
#include "geometry/feature_id.h"
#include "geometry/gjk.h"
#include "geometry/pairs.h"

namespace slipstick {
namespace {

/// A normal this close (rad) to that of a face is taken as the face's. The gaps of the points then err by the gap times
/// half the square of this.
constexpr double kSnapAngle = 1e-3;

/// The two parts that face each other, in the frame of a.
struct FacingParts {
  SupportPolygon a, b;

  FacingParts(const RelativePair& pair, const Vec& normal) {
    FindSupportPolygon(*pair.a, -normal, a);
    FindSupportPolygon(*pair.b, TransposeTimes(pair.R_AB, normal), b);
    b.normal = pair.R_AB * b.normal;
    if (b.size > 1)
      for (int i = 0; i < b.size; ++i) b.corner[i] = pair.p_AB + pair.R_AB * b.corner[i];
  }
};

bool IsFaceAlong(const SupportPolygon& polygon, const Vec& direction) {
  return polygon.size >= 3 && Dot(polygon.normal, direction) > 0.0 &&
         SquaredNorm(Cross(polygon.normal, direction)) < kSnapAngle * kSnapAngle;
}

/// Do the boxes around the shapes leave more than the margin, along an axis of one of them? Most pairs end here.
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

/// A cap that lies on something is held at four points of its rim, always the same ones, and where it is deepest.
void ThinOutRim(const Solid& solid, SupportPolygon& polygon) {
  if (solid.kind != SolidKind::kCylinder || polygon.size != 8) return;
  polygon.size = 4;
  for (int i = 1; i < 4; ++i) {
    polygon.corner[i] = polygon.corner[2 * i];
    polygon.vertex[i] = polygon.vertex[2 * i];
    polygon.edge[i] = polygon.edge[2 * i];
  }
}

/// Takes the normal of a face if it parts the shapes as well as the one found, whose last digits are those of an iteration.
void TrySharperNormal(const RelativePair& pair, const Vec& normal, Proximity& near) {
  const SupportPoint support = pair.Support(-normal);
  const double gap = Dot(normal, support.w);
  if (gap < near.gap - 1e-12 * pair.size) return;
  near.normal = normal;
  near.gap = gap;
}

/// Turns candidates in the frame of a into points of the world.
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

void AddFaceContacts(const SupportPolygon& face, const SupportPolygon& other, bool face_is_b, double margin,
                     Writer& writer) {
  Candidate candidate[4];
  const int n = ClipToFace(face, other, face_is_b, writer.radii(), margin, candidate);
  for (int i = 0; i < n; ++i) {
    const auto& [feature, gap, p] = candidate[i];
    if (face_is_b) {
      writer.AddOnA(feature, gap, p, face.normal);
    } else {
      writer.AddOnB(feature, gap, p, -face.normal);
    }
  }
}

/// Two sides of cylinders or capsules side by side: the ends of the stretch that they share.
void AddParallelContacts(const SupportPolygon& a, const SupportPolygon& b, const Vec& normal, double margin,
                         Writer& writer) {
  const Vec da = a.corner[1] - a.corner[0], db = b.corner[1] - b.corner[0];
  const double la2 = SquaredNorm(da), lb2 = SquaredNorm(db);
  if (SquaredNorm(Cross(da, db)) > kSnapAngle * kSnapAngle * la2 * lb2 || la2 == 0.0 || lb2 == 0.0) return;
  const auto add = [&](uint32_t feature, const Vec& on_a, const Vec& on_b) {
    const double gap = Dot(normal, on_a - on_b) - writer.radii();
    if (gap <= margin) writer.AddOnA(feature, gap, on_a, normal);
  };
  for (const int end : {0, 1}) {
    const double s = Dot(a.corner[end] - b.corner[0], db) / lb2;  // ends of a along b
    if (s >= 0.0 && s <= 1.0) add(VertexFeature(false, a.vertex[end]), a.corner[end], b.corner[0] + s * db);
    const double t = Dot(b.corner[end] - a.corner[0], da) / la2;  // ends of b along a
    if (t > 0.0 && t < 1.0) add(VertexFeature(true, b.vertex[end]), a.corner[0] + t * da, b.corner[end]);
  }
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

  FacingParts part(pair, near.normal);
  const bool face_on_b = IsFaceAlong(part.b, near.normal), face_on_a = IsFaceAlong(part.a, -near.normal);
  const bool prefer_a = face_on_a && b.solid->kind == SolidKind::kCylinder;  // a polygon says more than a rim
  const bool is_point = part.a.size == 1 || part.b.size == 1;
  if (face_on_b) TrySharperNormal(pair, part.b.normal, near);
  if (face_on_a) TrySharperNormal(pair, -part.a.normal, near);
  const double gap = near.gap - writer.radii();
  if (gap > margin) return;

  if (face_on_b && !prefer_a && !is_point) {
    ThinOutRim(*a.solid, part.a);
    AddFaceContacts(part.b, part.a, true, margin, writer);
  } else if (face_on_a && !is_point) {
    ThinOutRim(*b.solid, part.b);
    AddFaceContacts(part.a, part.b, false, margin, writer);
  } else if (part.a.size == 2 && part.b.size == 2) {
    AddParallelContacts(part.a, part.b, near.normal, margin, writer);
  }
  // One point where nothing is flat, or where the flat parts miss the deepest place: the rim of a cylinder.
  const double noise = 1e-7 * pair.size + kSnapAngle * kSnapAngle * std::abs(gap);
  if (out.size == 0 || SmallestGap(out) > gap + noise) {
    const Vec middle =
        0.5 * (near.point_a + near.point_b);  // of the cores; shift by half the difference of the radii
    const double shift = 0.5 * (CoreRadius(*b.solid) - CoreRadius(*a.solid));
    out.Add(kSinglePoint, gap, a.p + a.R * (middle + shift * near.normal), a.R * near.normal);
  }
}

}  // namespace slipstick
