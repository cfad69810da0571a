// The overlap of two faces is bounded by segments of both borders. Its contacts are its corners, where one
// border crosses the other, and along round borders the points of rim.h. The choice does not depend on
// depths, so that a slightly rocking shape keeps its contacts, and their gaps change as little as its pose.
#include "slipstick/geometry/cap_contacts.h"

#include <algorithm>

#include "slipstick/geometry/feature_id.h"
#include "slipstick/geometry/rim.h"

namespace slipstick::geometry {
namespace {

/// Points this far outside of a rim or an edge, as a fraction of the radius, still count as inside.
constexpr double kRimTolerance = 1e-6;
/// The same for the points that represent a rim. They may lie on the border of the other face by design, as
/// with shapes of equal size or an edge across the centre; creep by micrometres must not remove them.
constexpr double kBorderTolerance = 1e-3;
/// Faces at a larger angle (its cosine) touch only with corners and edges.
constexpr double kMinFacing = 0.5;

/// A position in the plane of a cap, relative to its centre.
struct DiscPoint {
  double x, y;
};
double DotInPlane(const DiscPoint& l, const DiscPoint& r) { return l.x * r.x + l.y * r.y; }
DiscPoint Along(const DiscPoint& from, const DiscPoint& to, double t) {
  return {from.x + t * (to.x - from.x), from.y + t * (to.y - from.y)};
}

/// A cap and the direction of projection onto its plane.
struct Disc {
  Vec centre, x, y, normal, up;
  double radius;
  bool is_b, is_top;
  const SupportPolygon& polygon;

  Disc(const SupportPolygon& cap, bool cap_is_b, const Vec& along)
      : centre(0.5 * (cap.corner[0] + cap.corner[2])),
        normal(cap.normal),
        up(along),
        radius(0.5 * Norm(cap.corner[0] - cap.corner[2])),
        is_b(cap_is_b),
        is_top(cap.vertex[0] >= kRimPoints),
        polygon(cap) {
    x = (1.0 / radius) * (cap.corner[0] - centre);
    y = (1.0 / radius) * (cap.corner[1] - centre);
  }

  double HeightOf(const Vec& point) const { return Dot(normal, point - centre) / Dot(normal, up); }
  DiscPoint ToDisc(const Vec& point) const {
    const Vec d = point - centre - HeightOf(point) * up;
    return {Dot(x, d), Dot(y, d)};
  }
  Vec At(const DiscPoint& spot) const { return centre + spot.x * x + spot.y * y; }
  bool Contains(const DiscPoint& spot) const {
    const double r = (1.0 + kRimTolerance) * radius;
    return DotInPlane(spot, spot) <= r * r;
  }
};

/// The plane of a face over a disc.
struct Slope {
  double height, x, y;  ///< at the centre, and its gradient
  double steepness;

  Slope(const Disc& disc, const SupportPolygon& face) {
    const double facing = Dot(face.normal, disc.up);
    height = Dot(face.normal, face.corner[0] - disc.centre) / facing;
    x = -Dot(face.normal, disc.x) / facing;
    y = -Dot(face.normal, disc.y) / facing;
    steepness = std::hypot(x, y);
  }
  double HeightAt(const DiscPoint& spot) const { return height + x * spot.x + y * spot.y; }
};

class CapContacts {
 public:
  CapContacts(double radius, double margin, Candidate* out) : radius_(radius), margin_(margin), out_(out) {}

  void CollidePolygon(const Disc& disc, const SupportPolygon& other);
  void CollideDisc(const Disc& disc, const Disc& other);
  int size() const { return size_; }

 private:
  template <class IsShared>
  void AddRim(const Disc& disc, const Slope& slope, IsShared is_shared);
  void AddCrossings(const Disc& disc, const Slope& slope, const Disc& other, const DiscPoint& centre);
  void Add(uint32_t feature, double height, const Vec& p) {
    if (height - radius_ <= margin_ && size_ < kMaxCapContacts)
      out_[size_++] = {feature, height - radius_, p};
  }

  double radius_, margin_;
  Candidate* out_;
  int size_ = 0;
};

/// Those points of rim.h that lie over the other face.
template <class IsShared>
void CapContacts::AddRim(const Disc& disc, const Slope& slope, IsShared is_shared) {
  const auto add = [&](int vertex, const DiscPoint& spot) {
    if (is_shared(spot)) Add(VertexFeature(disc.is_b, vertex), slope.HeightAt(spot), disc.At(spot));
  };
  const double lowest = disc.radius * LowestPointReach(slope.steepness),
               fixed = disc.radius * FixedPointReach(slope.steepness);
  const double scale = lowest > 0.0 ? -lowest / slope.steepness : 0.0;
  add(LowestPoint(disc.is_top), {scale * slope.x, scale * slope.y});
  if (fixed <= 0.0) return;
  constexpr DiscPoint kQuarters[kRimPoints] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  for (int k = 0; k < kRimPoints; ++k)
    add(disc.polygon.vertex[k], {fixed * kQuarters[k].x, fixed * kQuarters[k].y});
}

/// A polygon or a segment projected onto the plane of a disc.
struct ProjectedPolygon {
  int size;
  DiscPoint corner[SupportPolygon::kMaxCorners];
  double height[SupportPolygon::kMaxCorners];
  bool is_inside[SupportPolygon::kMaxCorners];

  ProjectedPolygon(const Disc& disc, const SupportPolygon& polygon) : size(polygon.size) {
    for (int i = 0; i < size; ++i) {
      corner[i] = disc.ToDisc(polygon.corner[i]);
      height[i] = disc.HeightOf(polygon.corner[i]);
      is_inside[i] = disc.Contains(corner[i]);
    }
  }
  int Next(int i) const { return i + 1 == size ? 0 : i + 1; }

  /// Corners that are counter-clockwise are clockwise when seen from the other side.
  bool Contains(const DiscPoint& spot, double tolerance) const {
    for (int i = 0; i < size; ++i) {
      const DiscPoint &from = corner[i], &to = corner[Next(i)];
      const double ex = to.x - from.x, ey = to.y - from.y;
      if (ex * (spot.y - from.y) - ey * (spot.x - from.x) > tolerance * std::hypot(ex, ey)) return false;
    }
    return true;
  }
};

/// Corners of the polygon inside of the rim, and the places where its edges cross the rim.
class Border {
 public:
  Border(const Disc& disc, const SupportPolygon& other, const ProjectedPolygon& projected, double highest)
      : disc_(disc), other_(other), projected_(projected), highest_(highest) {
    const int edges = projected.size == 2 ? 1 : projected.size;
    for (int i = 0; i < projected.size; ++i)
      if (projected.is_inside[i])
        Add(VertexFeature(!disc.is_b, other.vertex[i]), projected.height[i], projected.corner[i]);
    for (int i = 0; i < edges; ++i) AddCrossings(i);
    size_ = KeepOutermost(point_, size_, disc.normal);
  }

  int size() const { return size_; }
  const Candidate& point(int i) const { return point_[i]; }  ///< its gap is the height

 private:
  void AddCrossings(int i) {
    const int j = projected_.Next(i);
    const DiscPoint &from = projected_.corner[i], &to = projected_.corner[j], d{to.x - from.x, to.y - from.y};
    const double r2 = disc_.radius * disc_.radius, dd = DotInPlane(d, d), fd = DotInPlane(from, d);
    const double root2 = fd * fd - dd * (DotInPlane(from, from) - r2);
    if (root2 <= 2.0 * kBorderTolerance * dd * r2 || dd == 0.0) return;  // misses or grazes the rim
    for (const bool enters : {true, false}) {
      const double t = (-fd + (enters ? -1.0 : 1.0) * std::sqrt(root2)) / dd;
      if (projected_.is_inside[enters ? i : j] || t <= 0.0 || t >= 1.0) continue;
      const int rim = disc_.polygon.edge[enters ? 0 : 1], edge = other_.edge[i];
      Add(disc_.is_b ? EdgesFeature(edge, rim) : EdgesFeature(rim, edge),
          projected_.height[i] + t * (projected_.height[j] - projected_.height[i]), Along(from, to, t));
    }
  }
  void Add(uint32_t feature, double height, const DiscPoint& spot) {
    if (height <= highest_) point_[size_++] = {feature, height, disc_.At(spot)};
  }

  const Disc& disc_;
  const SupportPolygon& other_;
  const ProjectedPolygon& projected_;
  double highest_;
  int size_ = 0;
  Candidate point_[3 * SupportPolygon::kMaxCorners];
};

void CapContacts::CollidePolygon(const Disc& disc, const SupportPolygon& other) {
  const ProjectedPolygon projected(disc, other);
  const Border border(disc, other, projected, margin_ + radius_);
  for (int i = 0; i < border.size(); ++i)
    Add(border.point(i).feature, border.point(i).gap, border.point(i).p);

  const bool is_within =
      std::all_of(projected.is_inside, projected.is_inside + projected.size, [](bool in) { return in; });
  if (is_within || projected.size == 2 || -Dot(other.normal, disc.up) < kMinFacing) return;
  AddRim(disc, Slope(disc, other),
         [&](const DiscPoint& spot) { return projected.Contains(spot, kBorderTolerance * disc.radius); });
}

/// The intersection of the rim of a disc with the projected rim of another, by Newton's method along the rim.
/// The projection is an ellipse close to the circle whose intersection is the initial guess.
DiscPoint FindCrossing(const Disc& disc, const Disc& other, DiscPoint spot) {
  constexpr int kIterations = 4;
  for (int i = 0; i < kIterations; ++i) {
    const DiscPoint ahead{spot.x - spot.y, spot.y + spot.x};  // by one radian along the tangent
    const DiscPoint on_other = other.ToDisc(disc.At(spot)), on_other_ahead = other.ToDisc(disc.At(ahead));
    const DiscPoint growth{on_other_ahead.x - on_other.x, on_other_ahead.y - on_other.y};
    const double step =
        0.5 * (DotInPlane(on_other, on_other) - other.radius * other.radius) / DotInPlane(on_other, growth);
    if (!(std::abs(step) < 0.1)) break;  // nearly tangent rims
    const DiscPoint moved = Along(spot, ahead, -step);
    const double scale = disc.radius / std::sqrt(DotInPlane(moved, moved));
    spot = {scale * moved.x, scale * moved.y};
  }
  return spot;
}

void CapContacts::AddCrossings(const Disc& disc, const Slope& slope, const Disc& other,
                               const DiscPoint& centre) {
  const double r = disc.radius, distance2 = DotInPlane(centre, centre);
  const double along = 0.5 * (distance2 + r * r - other.radius * other.radius) / distance2;
  const double across2 = r * r / distance2 - along * along;
  if (across2 <= 0.0) return;
  for (const bool left : {true, false}) {
    const double across = (left ? 1.0 : -1.0) * std::sqrt(across2);
    const DiscPoint spot = FindCrossing(
        disc, other, {along * centre.x - across * centre.y, along * centre.y + across * centre.x});
    const int rim = disc.polygon.edge[left ? 0 : 1], other_rim = other.polygon.edge[0];
    Add(disc.is_b ? EdgesFeature(other_rim, rim) : EdgesFeature(rim, other_rim), slope.HeightAt(spot),
        disc.At(spot));
  }
}

void CapContacts::CollideDisc(const Disc& disc, const Disc& other) {
  const DiscPoint centre = disc.ToDisc(other.centre);
  const double distance = std::sqrt(DotInPlane(centre, centre)), same = kBorderTolerance * disc.radius;
  const Slope slope(disc, other.polygon), back(other, disc.polygon);
  const bool is_flat = slope.steepness < kFlatSlope;
  const bool is_within_other = is_flat && distance + disc.radius <= other.radius + same;
  const bool is_around_other = is_flat && !is_within_other && distance + other.radius <= disc.radius + same;
  if (!is_around_other)
    AddRim(disc, slope, [&](const DiscPoint& spot) {
      return is_within_other || other.Contains(other.ToDisc(disc.At(spot)));
    });
  if (is_within_other) return;
  const int first = size_;
  AddRim(other, back, [&](const DiscPoint& spot) {
    return is_around_other || disc.Contains(disc.ToDisc(other.At(spot)));
  });
  for (int i = first; i < size_; ++i)  // onto the plane of the disc
    out_[i].p = out_[i].p - disc.HeightOf(out_[i].p) * disc.up;
  if (is_flat && !is_around_other) AddCrossings(disc, slope, other, centre);
}

}  // namespace

int CollideCap(const SupportPolygon& cap, const SupportPolygon& other, bool cap_is_b, const Vec& up,
               double radius, double margin, Candidate out[kMaxCapContacts]) {
  const Disc disc(cap, cap_is_b, up);
  CapContacts contacts(radius, margin, out);
  if (other.is_round) {
    contacts.CollideDisc(disc, Disc(other, !cap_is_b, -up));
  } else {
    contacts.CollidePolygon(disc, other);
  }
  return contacts.size();
}

}  // namespace slipstick::geometry
