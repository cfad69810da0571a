#include "slipstick/geometry/clipping.h"

#include <algorithm>

#include "slipstick/geometry/feature_id.h"

namespace slipstick::geometry {
namespace {

/// Points this far outside a face, as a fraction of its edge, still count as on it, so that coincident faces
/// keep their corners.
constexpr double kEdgeTolerance = 1e-9;
constexpr int kMaxPoints = 2 * SupportPolygon::kMaxCorners + 2;

/// A corner of the clipped polygon in coordinates of the reference face.
struct Corner {
  double x, y, height;
  uint32_t feature;
  int edge;  ///< to the next corner: an edge of the incident polygon, or ~k along side k of the reference
};

class Clipper {
 public:
  Clipper(const SupportPolygon& reference, bool reference_is_b)
      : face_(reference), is_b_(reference_is_b), u_(Normalized(reference.corner[1] - reference.corner[0])) {
    v_ = Cross(face_.normal, u_);
    for (int i = 0; i < face_.size; ++i) {
      const Vec d = face_.corner[i] - face_.corner[0];
      side_x_[i] = Dot(u_, d), side_y_[i] = Dot(v_, d);
    }
  }

  void Load(const SupportPolygon& incident) {
    size_ = incident.size;
    for (int i = 0; i < size_; ++i) {
      const Vec d = incident.corner[i] - face_.corner[0];
      corner_[i] = {Dot(u_, d), Dot(v_, d), Dot(face_.normal, d), VertexFeature(!is_b_, incident.vertex[i]),
                    incident.edge[i]};
    }
  }

  void CutBySide(int k);
  int size() const { return size_; }
  const Corner& corner(int i) const { return corner_[i]; }
  Vec Position(const Corner& c) const {
    return face_.corner[0] + c.x * u_ + c.y * v_ + c.height * face_.normal;
  }

 private:
  uint32_t CutFeature(int edge, int side) const;

  const SupportPolygon& face_;
  bool is_b_;
  Vec u_, v_;
  double side_x_[SupportPolygon::kMaxCorners], side_y_[SupportPolygon::kMaxCorners];
  int size_ = 0;
  Corner corner_[kMaxPoints];
};

/// Feature of the point where an edge of the clipped polygon crosses a side.
uint32_t Clipper::CutFeature(int edge, int side) const {
  if (edge >= 0) return is_b_ ? EdgesFeature(edge, face_.edge[side]) : EdgesFeature(face_.edge[side], edge);
  const int other = ~edge;  // the edge runs along another side: a corner of the reference
  if (side == (other + 1) % face_.size) return VertexFeature(is_b_, face_.vertex[side]);
  if (other == (side + 1) % face_.size) return VertexFeature(is_b_, face_.vertex[other]);
  return EdgesFeature(face_.edge[other], face_.edge[side]);
}

/// Sutherland-Hodgman: keeps the part inside of side k.
void Clipper::CutBySide(int k) {
  const int next_k = k + 1 == face_.size ? 0 : k + 1;
  const double ex = side_x_[next_k] - side_x_[k], ey = side_y_[next_k] - side_y_[k];
  const double allowed = kEdgeTolerance * (ex * ex + ey * ey);
  double outside[kMaxPoints];
  bool cuts = false;
  for (int i = 0; i < size_; ++i) {
    outside[i] = ey * (corner_[i].x - side_x_[k]) - ex * (corner_[i].y - side_y_[k]);
    cuts |= outside[i] > allowed;
  }
  if (!cuts) return;
  Corner kept[kMaxPoints];
  int n = 0;
  for (int i = 0; i < size_ && n < kMaxPoints - 1; ++i) {
    const int j = i + 1 == size_ ? 0 : i + 1;
    const bool is_in = outside[i] <= allowed, next_is_in = outside[j] <= allowed;
    const Corner &from = corner_[i], &to = corner_[j];
    if (is_in) kept[n++] = from;
    if (is_in == next_is_in) continue;
    const double t = std::clamp(outside[i] / (outside[i] - outside[j]), 0.0, 1.0);
    kept[n++] = {from.x + t * (to.x - from.x), from.y + t * (to.y - from.y),
                 from.height + t * (to.height - from.height), CutFeature(from.edge, k),
                 is_in ? ~k : from.edge};
  }
  std::copy(kept, kept + n, corner_);
  size_ = n;
}

}  // namespace

int ClipToFace(const SupportPolygon& reference, const SupportPolygon& incident, bool reference_is_b,
               double radius, double margin, Candidate out[kMaxKept]) {
  Clipper clipper(reference, reference_is_b);
  clipper.Load(incident);
  for (int k = 0; k < reference.size && clipper.size() > 0; ++k) clipper.CutBySide(k);

  Candidate candidate[kMaxPoints];
  int n = 0;
  for (int i = 0; i < clipper.size(); ++i) {
    const Corner& corner = clipper.corner(i);
    const double gap = corner.height - radius;
    // Both ends of a clipped segment may be the same point.
    const auto is_same = [&](const Candidate& c) { return c.feature == corner.feature; };
    if (gap > margin || std::any_of(candidate, candidate + n, is_same)) continue;
    candidate[n++] = {corner.feature, gap, clipper.Position(corner)};
  }
  n = KeepOutermost(candidate, n, reference.normal);
  std::copy(candidate, candidate + n, out);
  return n;
}

}  // namespace slipstick::geometry
