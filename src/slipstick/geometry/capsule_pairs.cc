#include "slipstick/geometry/capsule_pairs.h"

#include <algorithm>

#include "slipstick/geometry/feature_id.h"
#include "slipstick/geometry/support.h"

namespace slipstick::geometry {
namespace {

constexpr double kParallel2 = 1e-12;  ///< squared sine below which axes do not cross
constexpr double kLine2 = 1e-6;       ///< the same, below which the two touch along a line

class CapsulePair {
 public:
  CapsulePair(const PlacedShape& a, const PlacedShape& b, double margin, Manifold& out)
      : a_(a),
        pair_(a, b),
        la_(a.solid->half_length),
        lb_(b.solid->half_length),
        margin_(margin),
        out_(out) {}

  /// Contact between the points s along a's axis and t along b's.
  void Add(uint32_t feature, double s, double t) {
    const Vec on_a{0.0, 0.0, s}, on_b = pair_.p_AB + t * pair_.R_AB.z, d = on_a - on_b;
    const double distance = Norm(d), ra = pair_.a->radius, rb = pair_.b->radius;
    const double gap = distance - ra - rb;
    if (gap > margin_) return;
    const Vec normal = distance > kTinyDistance ? (1.0 / distance) * d : Sideways();
    out_.Add(feature, gap, a_.p + a_.R * (0.5 * (on_a + on_b) + (0.5 * (rb - ra)) * normal), a_.R * normal);
  }

  /// Each end of one capsule next to the side of the other. Two ends next to each other count once.
  void AddEnds() {
    const Vec& p = pair_.p_AB;
    const Vec& z = pair_.R_AB.z;
    bool counts[2];  // of a's ends
    for (const int end : {0, 1}) {
      const double s = end == 0 ? -la_ : la_, t = Dot(Vec{0.0, 0.0, s} - p, z);
      counts[end] = std::abs(t) <= (1.0 + 2.0 * kSameEnd) * lb_;
      if (counts[end]) Add(VertexFeature(false, end), s, std::clamp(t, -lb_, lb_));
    }
    for (const int end : {0, 1}) {
      const double t = end == 0 ? -lb_ : lb_, s = p.z + t * z.z;
      const bool is_next_to_end = std::abs(s) > (1.0 - 2.0 * kSameEnd) * la_ && counts[s < 0.0 ? 0 : 1];
      if (std::abs(s) < la_ && !is_next_to_end) Add(VertexFeature(true, end), s, t);
    }
  }

  double SquaredSine() const { return 1.0 - pair_.R_AB.z.z * pair_.R_AB.z.z; }

  void AddNearest() {
    const Vec& p = pair_.p_AB;
    const double c = pair_.R_AB.z.z, det = 1.0 - c * c, pz = p.z, pb = Dot(p, pair_.R_AB.z);
    double s = det > kParallel2 ? std::clamp((pz - c * pb) / det, -la_, la_) : std::clamp(pz, -la_, la_);
    double t = std::clamp(c * s - pb, -lb_, lb_);
    s = std::clamp(pz + c * t, -la_, la_);
    t = std::clamp(c * s - pb, -lb_, lb_);
    Add(kSinglePoint, s, t);
  }

 private:
  /// Perpendicular to both axes.
  Vec Sideways() const {
    const Vec n = Cross(Vec::UnitZ(), pair_.R_AB.z);
    return SquaredNorm(n) > kParallel2 ? Normalized(n) : Vec::UnitX();
  }

  const PlacedShape& a_;
  const RelativePair pair_;
  double la_, lb_, margin_;
  Manifold& out_;
};

}  // namespace

void CollideCapsuleCapsule(const PlacedShape& a, const PlacedShape& b, double margin, Manifold& out) {
  CapsulePair pair(a, b, margin, out);
  Manifold nearest;
  CapsulePair(a, b, margin, nearest).AddNearest();
  if (nearest.size == 0) return;
  pair.AddEnds();
  // Crossing axes, or end on end: a separate point unless it is one of the above. If the two touch along a
  // line, it would appear and disappear with the slightest rotation.
  double least = 1e300;
  for (int i = 0; i < out.size; ++i) least = std::min(least, out.point[i].gap);
  const bool is_line = pair.SquaredSine() < kLine2;
  const double noise = (is_line ? 1e-6 : 1e-9) * (a.solid->bound + b.solid->bound);
  if (nearest.point[0].gap < least - noise)
    out.Add(kSinglePoint, nearest.point[0].gap, nearest.point[0].p, nearest.point[0].normal);
}

}  // namespace slipstick::geometry
