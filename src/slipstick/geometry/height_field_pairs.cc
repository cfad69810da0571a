#include "slipstick/geometry/height_field_pairs.h"

#include <algorithm>
#include <limits>

#include "slipstick/geometry/feature_id.h"
#include "slipstick/geometry/narrow_phase.h"
#include "slipstick/geometry/plane_pairs.h"

namespace slipstick::geometry {
namespace {

constexpr uint32_t kFieldIndexBit = 1u << 23;  ///< marks features that contain an index of the field

/// The nearest point of a triangle, and the feature it lies on.
struct NearestPoint {
  Vec point;
  int corner_bits;  ///< bits 0, 1, 2: the corners that span the feature (all three: the interior)
};

NearestPoint FindNearest(const FieldTriangle& t, const Vec& p) {
  const Vec &a = t.corner[0], &b = t.corner[1], &c = t.corner[2];
  const Vec ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
  const double d1 = Dot(ab, ap), d2 = Dot(ac, ap), d3 = Dot(ab, bp), d4 = Dot(ac, bp), d5 = Dot(ab, cp),
               d6 = Dot(ac, cp);
  if (d1 <= 0.0 && d2 <= 0.0) return {a, 1};
  if (d3 >= 0.0 && d4 <= d3) return {b, 2};
  if (d6 >= 0.0 && d5 <= d6) return {c, 4};
  const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
  if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return {a + (d1 / (d1 - d3)) * ab, 3};
  if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return {a + (d2 / (d2 - d6)) * ac, 5};
  if (va <= 0.0 && d4 >= d3 && d5 >= d6) return {b + ((d4 - d3) / ((d4 - d3) + (d5 - d6))) * (c - b), 6};
  return {p - Dot(t.normal, ap) * t.normal, 7};
}

class OnField {
 public:
  OnField(const PlacedShape& a, const PlacedShape& b, double margin, Manifold& out)
      : field_(*b.solid->field), margin_(margin), out_(out) {
    shape_ = {a.solid,
              TransposeTimes(b.R, a.p - b.p),
              {TransposeTimes(b.R, a.R.x), TransposeTimes(b.R, a.R.y), TransposeTimes(b.R, a.R.z)}};
    centre_ = shape_.p + shape_.R * a.solid->centre;
    const Vec& box = a.solid->box;
    const Mat& R = shape_.R;
    extent_ = {std::abs(R.x.x) * box.x + std::abs(R.y.x) * box.y + std::abs(R.z.x) * box.z,
               std::abs(R.x.y) * box.x + std::abs(R.y.y) * box.y + std::abs(R.z.y) * box.z,
               std::abs(R.x.z) * box.x + std::abs(R.y.z) * box.y + std::abs(R.z.z) * box.z};
  }

  bool IsAbove() const { return centre_.z - shape_.solid->bound > field_.highest + margin_; }

  void Collide() {
    switch (shape_.solid->kind) {
      case SolidKind::kSphere: return Ball(shape_.p, 0);
      case SolidKind::kCapsule:
        for (const int end : {0, 1}) Ball(shape_.p + (end == 0 ? -1.0 : 1.0) * HalfAxis(), end);
        break;
      case SolidKind::kBox: BoxCorners(); break;
      case SolidKind::kHull: HullCorners(); break;
      case SolidKind::kCylinder: Planes(CollideCylinderPlane); break;
      case SolidKind::kEllipsoid: Planes(CollideEllipsoidPlane); break;
      default: return;
    }
    Ridges();
    Peaks();
  }

 private:
  Vec HalfAxis() const { return shape_.solid->half_length * shape_.R.z; }

  template <class Visit>
  void ForTriangles(const Vec& centre, double radius, Visit visit) const {
    const CellRange cells = field_.CellsUnder(centre, radius);
    for (int j = cells.j_first; j <= cells.j_last; ++j)
      for (int i = cells.i_first; i <= cells.i_last; ++i)
        for (const int half : {0, 1}) visit(2 * (j * (field_.nx - 1) + i) + half);
  }

  void Ball(const Vec& centre, int end);
  void BallBelowSurface(const Vec& centre, int end);
  bool IsNearestAround(const Vec& point, const Vec& up) const;
  void Corner(const Vec& corner, int vertex);
  void BoxCorners();
  void HullCorners();
  void Planes(PairFunction* collide_plane);
  void Peaks();
  void Ridges();
  void Ridge(int i, int j, int to_i, int to_j, int kind);
  void RidgeUnderCapsule(const Vec& from, const Vec& e, uint32_t feature);
  void RidgeAsRod(const Vec& from, const Vec& e, uint32_t feature);
  bool IsBesideItsEnd(const Vec& point) const;
  double HeightAt(const Vec& p, double fallback) const;
  bool IsConvex(const Vec& from, const Vec& e) const;
  bool IsPeakEdge(const Vec& from, const Vec& e, double s, const Vec& normal) const;
  bool IsPeak(int i, int j, const Vec& normal) const;
  bool IsTaken(uint32_t feature) const;
  void Add(uint32_t feature, double gap, const Vec& p, const Vec& normal);

  const HeightField& field_;
  PlacedShape shape_;
  Vec centre_, extent_;  ///< of the box around the shape, along the axes of the field
  double margin_;
  Manifold& out_;
};

bool OnField::IsTaken(uint32_t feature) const {
  return std::any_of(out_.point, out_.point + out_.size,
                     [&](const ManifoldPoint& point) { return point.feature == feature; });
}

/// Adds a contact; a duplicate feature is replaced by an unused one.
void OnField::Add(uint32_t feature, double gap, const Vec& p, const Vec& normal) {
  while (IsTaken(feature))
    feature = kFieldIndexBit | ((feature * 29 + 1) & (kFieldIndexBit - 1));  // visits every number
  out_.Add(feature, gap, p, normal);
}

/// Whether a point of the surface is a local minimum of the distance to a centre in the direction `up`: no
/// adjacent triangle rises above the plane perpendicular to `up`.
bool OnField::IsNearestAround(const Vec& point, const Vec& up) const {
  constexpr double kNoise = 1e-9;
  const double reach = 1e-6 * std::min(field_.dx, field_.dy);
  bool is_nearest = true;
  ForTriangles(point, reach, [&](int index) {
    const FieldTriangle t = field_.Triangle(index);
    if (SquaredNorm(FindNearest(t, point).point - point) > reach * reach) return;
    for (const Vec& corner : t.corner)
      if (Dot(up, corner - point) > kNoise * (field_.dx + field_.dy)) is_nearest = false;
  });
  return is_nearest;
}

void OnField::Ball(const Vec& centre, int end) {
  const double r = shape_.solid->radius, reach = r + std::max(margin_, 0.0);
  const int below = field_.TriangleAt(centre.x, centre.y);
  if (below >= 0) {
    const FieldTriangle t = field_.Triangle(below);
    if (Dot(t.normal, centre - t.corner[0]) <= 0.0) return BallBelowSurface(centre, end);
  }
  const int first = out_.size;
  ForTriangles(centre, reach, [&](int index) {
    const FieldTriangle t = field_.Triangle(index);
    const NearestPoint nearest = FindNearest(t, centre);
    const Vec d = centre - nearest.point;
    const double distance = Norm(d), gap = distance - r;
    if (gap > margin_ || distance == 0.0) return;
    const bool is_inside = nearest.corner_bits == 7;
    if (!is_inside && IsBesideItsEnd(nearest.point)) return;
    const Vec normal = is_inside ? t.normal : (1.0 / distance) * d;
    if (normal.z <= 0.0) return;  // from below
    const Vec p = centre - (r + 0.5 * gap) * normal;
    for (int i = first; i < out_.size; ++i)  // an edge or a corner shared by triangles
      if (SquaredNorm(out_.point[i].p - p) < 1e-18 * field_.dx * field_.dx) return;
    if (!is_inside && !IsNearestAround(nearest.point, normal)) return;
    Add(kFieldIndexBit | static_cast<uint32_t>(end) << 22 | (static_cast<uint32_t>(index) & 0x3fffff), gap, p,
        normal);
  });
  // A single contact keeps one feature while the ball rolls.
  if (out_.size == first + 1) out_.point[first].feature = VertexFeature(false, end);
}

/// A centre below the surface: the direction of least penetration.
void OnField::BallBelowSurface(const Vec& centre, int end) {
  const int below = field_.TriangleAt(centre.x, centre.y);
  const FieldTriangle above = field_.Triangle(below);
  double depth = -Dot(above.normal, centre - above.corner[0]) / above.normal.z;  // vertical: an upper bound
  Vec normal = above.normal;
  ForTriangles(centre, depth, [&](int index) {
    const FieldTriangle t = field_.Triangle(index);
    const NearestPoint nearest = FindNearest(t, centre);
    const double distance = Norm(nearest.point - centre);
    if (distance >= depth || distance == 0.0) return;
    depth = distance;
    normal = nearest.corner_bits == 7 ? t.normal : (1.0 / distance) * (nearest.point - centre);
  });
  const double r = shape_.solid->radius, gap = -depth - r;
  if (gap <= margin_) out_.Add(VertexFeature(false, end), gap, centre - (r + 0.5 * gap) * normal, normal);
}

void OnField::Corner(const Vec& corner, int vertex) {
  if (corner.z > field_.highest + margin_) return;
  const int below = field_.TriangleAt(corner.x, corner.y);
  if (below < 0) return;
  const FieldTriangle t = field_.Triangle(below);
  const double gap = Dot(t.normal, corner - t.corner[0]);
  if (gap <= margin_) Add(VertexFeature(false, vertex), gap, corner - (0.5 * gap) * t.normal, t.normal);
}

void OnField::BoxCorners() {
  const Vec& h = shape_.solid->half;
  for (int v = 0; v < 8; ++v)
    Corner(shape_.p + shape_.R * Vec{v & 1 ? h.x : -h.x, v & 2 ? h.y : -h.y, v & 4 ? h.z : -h.z}, v);
}

void OnField::HullCorners() {
  const Hull& hull = *shape_.solid->hull;
  for (int i = 0; i < static_cast<int>(hull.vertex.size()); ++i)
    Corner(shape_.p + shape_.R * hull.vertex[i], i);
}

void OnField::Planes(PairFunction* collide_plane) {
  static const Solid kPlane{.kind = SolidKind::kPlane};
  ForTriangles(centre_, shape_.solid->bound, [&](int index) {
    const FieldTriangle t = field_.Triangle(index);
    if (Dot(t.normal, centre_ - t.corner[0]) > shape_.solid->bound + margin_) return;
    const Vec x = Perpendicular(t.normal);
    Manifold manifold;
    collide_plane(shape_, {&kPlane, t.corner[0], {x, Cross(t.normal, x), t.normal}}, margin_, manifold);
    for (int i = 0; i < manifold.size; ++i) {
      const ManifoldPoint& point = manifold.point[i];
      const Vec on_plane = point.p - (0.5 * point.gap) * t.normal;
      if (field_.TriangleAt(on_plane.x, on_plane.y) == index)
        Add(point.feature, point.gap, point.p, point.normal);
    }
  });
}

/// Whether the field falls away from a grid point in all directions perpendicular to the normal, and is not
/// flat everywhere.
bool OnField::IsPeak(int i, int j, const Vec& normal) const {
  constexpr int kAround[6][2] = {{1, 0},  {1, 1},   {0, 1},
                                 {-1, 0}, {-1, -1}, {0, -1}};  // neighbours, including the diagonals of cells
  constexpr double kNoise = 1e-4;  // as a slope: normals of curved shapes have five digits
  bool falls = false;
  const Vec here = field_.Point(i, j);
  for (const auto& [di, dj] : kAround) {
    if (i + di < 0 || i + di >= field_.nx || j + dj < 0 || j + dj >= field_.ny) {
      falls = true;  // there is no ground beyond the border
      continue;
    }
    const Vec edge = field_.Point(i + di, j + dj) - here;
    const double rise = Dot(normal, edge), noise = kNoise * (field_.dx + field_.dy);
    if (rise > noise) return false;
    falls |= rise < -noise;
  }
  return falls;
}

void OnField::Peaks() {
  static const Solid kPoint{.kind = SolidKind::kSphere};
  const double reach = shape_.solid->bound + std::max(margin_, 0.0);
  const CellRange cells = field_.CellsUnder(centre_, reach);
  for (int j = cells.j_first; j <= cells.j_last + 1; ++j)
    for (int i = cells.i_first; i <= cells.i_last + 1; ++i) {
      const Vec peak = field_.Point(i, j);
      if (SquaredNorm(peak - centre_) > reach * reach) continue;
      if (shape_.solid->kind == SolidKind::kCapsule && !IsBesideItsEnd(peak)) continue;  // handled by Ball
      Manifold manifold;
      if (geometry::Collide(shape_, {&kPoint, peak, Mat::Identity()}, margin_, manifold) == 0) continue;
      const ManifoldPoint& point = manifold.point[0];
      if (IsPeak(i, j, point.normal))
        Add(VertexFeature(true, field_.Vertex(i, j)), point.gap, point.p, point.normal);
    }
}

void OnField::Ridges() {
  const CellRange cells = field_.CellsUnder(centre_, shape_.solid->bound + std::max(margin_, 0.0));
  for (int j = cells.j_first; j <= cells.j_last + 1; ++j)
    for (int i = cells.i_first; i <= cells.i_last + 1; ++i) {
      if (i <= cells.i_last) Ridge(i, j, i + 1, j, 0);
      if (j <= cells.j_last) Ridge(i, j, i, j + 1, 1);
      if (i <= cells.i_last && j <= cells.j_last) Ridge(i, j, i + 1, j + 1, 2);
    }
}

void OnField::Ridge(int i, int j, int to_i, int to_j, int kind) {
  const Vec from = field_.Point(i, j), e = field_.Point(to_i, to_j) - from;
  const auto is_apart = [&](double away, double extent, double length) {
    return std::abs(away) > extent + 0.5 * std::abs(length) + std::max(margin_, 0.0);
  };
  const Vec away = from + 0.5 * e - centre_;
  if (is_apart(away.x, extent_.x, e.x) || is_apart(away.y, extent_.y, e.y) ||
      is_apart(away.z, extent_.z, e.z))
    return;
  if (!IsConvex(from, e)) return;
  const uint32_t feature =
      kFieldIndexBit | static_cast<uint32_t>(field_.Vertex(i, j) * 3 + kind) % kFieldIndexBit;
  if (shape_.solid->kind == SolidKind::kCapsule) return RidgeUnderCapsule(from, e, feature);
  RidgeAsRod(from, e, feature);
}

/// A contact if the nearest points of edge and axis are interior to both.
void OnField::RidgeUnderCapsule(const Vec& from, const Vec& e, uint32_t feature) {
  const Vec z = shape_.R.z, r = from - shape_.p;
  const double ee = Dot(e, e), ez = Dot(e, z), er = Dot(e, r), zr = Dot(z, r), det = ee - ez * ez;
  if (det < 1e-12 * ee) return;
  const double s = (ez * zr - er) / det, t = (ee * zr - ez * er) / det;  // along the edge, along the axis
  if (s <= 0.0 || s >= 1.0 || std::abs(t) >= shape_.solid->half_length) return;
  const Vec on_edge = from + s * e, d = shape_.p + t * z - on_edge;
  const double distance = Norm(d), gap = distance - shape_.solid->radius;
  if (gap > margin_ || distance == 0.0 || d.z <= 0.0) return;
  const Vec normal = (1.0 / distance) * d;
  if (IsPeakEdge(from, e, s, normal)) Add(feature, gap, on_edge + (0.5 * gap) * normal, normal);
}

/// Any other shape. The rod extends beyond the edge, so that no shape slips over its end; only contacts on
/// the edge count.
void OnField::RidgeAsRod(const Vec& from, const Vec& e, uint32_t feature) {
  const double length = Norm(e), half = 0.5 * length + shape_.solid->bound;
  const Vec z = (1.0 / length) * e, x = Perpendicular(z);
  const Solid rod{.kind = SolidKind::kCapsule, .half_length = half, .bound = half, .box = {0.0, 0.0, half}};
  Manifold manifold;
  geometry::Collide(shape_, {&rod, from + 0.5 * e, {x, Cross(z, x), z}}, margin_, manifold);
  for (int i = 0; i < manifold.size; ++i) {
    const ManifoldPoint& point = manifold.point[i];
    const double s = Dot(point.p - (0.5 * point.gap) * point.normal - from, z) / length;
    if (s < 0.0 || s >= 1.0 || point.normal.z <= 0.0) continue;
    if (IsPeakEdge(from, e, std::clamp(s, 0.1, 0.9), point.normal))
      Add(feature, point.gap, point.p, point.normal);
  }
}

/// For a capsule: whether the point is between the planes through the ends of its axis.
bool OnField::IsBesideItsEnd(const Vec& point) const {
  return shape_.solid->kind == SolidKind::kCapsule &&
         std::abs(Dot(point - shape_.p, shape_.R.z)) < shape_.solid->half_length * (1.0 - 1e-9);
}

/// Height of the surface above or below p.
double OnField::HeightAt(const Vec& p, double fallback) const {
  const int index = field_.TriangleAt(p.x, p.y);
  if (index < 0) return fallback;
  const FieldTriangle t = field_.Triangle(index);
  return t.corner[0].z -
         (t.normal.x * (p.x - t.corner[0].x) + t.normal.y * (p.y - t.corner[0].y)) / t.normal.z;
}

/// Whether the two triangles at an edge fall away from it. There is no ground beyond the border.
bool OnField::IsConvex(const Vec& from, const Vec& e) const {
  const Vec middle = from + 0.5 * e;
  const double step = 1e-3 * std::min(field_.dx, field_.dy);
  const Vec aside = step * Normalized(Vec{-e.y, e.x, 0.0});
  const double below = -std::numeric_limits<double>::infinity();
  return HeightAt(middle - aside, below) + HeightAt(middle + aside, below) < 2.0 * middle.z - 1e-6 * step;
}

/// Like IsPeak for interior points of an edge: flat ground around it needs no contact, since the ends of the
/// capsule have contacts.
bool OnField::IsPeakEdge(const Vec& from, const Vec& e, double s, const Vec& normal) const {
  const Vec on_edge = from + s * e;
  const Vec side = Normalized(Vec{-e.y, e.x, 0.0});
  const double step = 1e-3 * std::min(field_.dx, field_.dy) * std::min(s, 1.0 - s);
  bool falls = false;
  for (const double sign : {-1.0, 1.0}) {
    Vec beside = on_edge + (sign * step) * side;
    beside.z = HeightAt(beside, std::numeric_limits<double>::quiet_NaN());  // neither above nor below
    const double rise = Dot(normal, beside - on_edge);
    if (rise > 1e-6 * step) return false;
    falls |= rise < -1e-6 * step;
  }
  return falls;
}

}  // namespace

void CollideHeightField(const PlacedShape& a, const PlacedShape& b, double margin, Manifold& out) {
  OnField on_field(a, b, margin, out);
  if (on_field.IsAbove()) return;
  const int first = out.size;
  on_field.Collide();
  for (int i = first; i < out.size; ++i) {
    out.point[i].p = b.p + b.R * out.point[i].p;
    out.point[i].normal = b.R * out.point[i].normal;
  }
}

}  // namespace slipstick::geometry
