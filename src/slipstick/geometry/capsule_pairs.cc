#include "slipstick/geometry/capsule_pairs.h"

#include <algorithm>

#include "slipstick/geometry/feature_id.h"
#include "slipstick/geometry/support.h"

namespace slipstick::geometry {
namespace {

// Squared sines of the angle between the axes.
constexpr double kParallelAxes = 1e-12;  ///< below: the axes have no common perpendicular
constexpr double kLineContact = 1e-6;    ///< below: the capsules touch along a line

class CapsulePair {
 public:
  CapsulePair(const PlacedShape& a, const PlacedShape& b, double margin, Manifold& out)
      : a_(a),
        pair_(a, b),
        half_a_(a.solid->half_length),
        half_b_(b.solid->half_length),
        margin_(margin),
        out_(out) {}

  /// Contact between the points s along a's axis and t along b's.
  void Add(uint32_t feature, double s, double t) {
    const Vec on_a{0.0, 0.0, s}, on_b = pair_.p_AB + t * pair_.R_AB.z, d = on_a - on_b;
    const double distance = Norm(d), ra = pair_.a->radius, rb = pair_.b->radius;
    const double gap = distance - ra - rb;
    if (gap > margin_) return;
    const Vec normal = distance > kTinyDistance ? (1.0 / distance) * d : CommonPerpendicular();
    out_.Add(feature, gap, a_.p + a_.R * (0.5 * (on_a + on_b) + (0.5 * (rb - ra)) * normal), a_.R * normal);
  }

  /// A point for each end of one capsule that is beside the axis of the other. Where two ends are beside each
  /// other only that of a is added.
  void AddEnds() {
    const Vec& p = pair_.p_AB;
    const Vec& z = pair_.R_AB.z;
    bool is_beside_b[2];  // per end of a
    for (const int end : {0, 1}) {
      const double s = end == 0 ? -half_a_ : half_a_, t = Dot(Vec{0.0, 0.0, s} - p, z);
      is_beside_b[end] = std::abs(t) <= (1.0 + 2.0 * kSameEnd) * half_b_;
      if (is_beside_b[end]) Add(VertexFeature(false, end), s, std::clamp(t, -half_b_, half_b_));
    }
    for (const int end : {0, 1}) {
      const double t = end == 0 ? -half_b_ : half_b_, s = p.z + t * z.z;
      const bool is_at_end_of_a =
          std::abs(s) > (1.0 - 2.0 * kSameEnd) * half_a_ && is_beside_b[s < 0.0 ? 0 : 1];
      if (std::abs(s) < half_a_ && !is_at_end_of_a) Add(VertexFeature(true, end), s, t);
    }
  }

  double SquaredSine() const { return 1.0 - pair_.R_AB.z.z * pair_.R_AB.z.z; }

  void AddNearest() {
    const Vec& p = pair_.p_AB;
    const double c = pair_.R_AB.z.z, det = 1.0 - c * c, pz = p.z, pb = Dot(p, pair_.R_AB.z);
    double s = det > kParallelAxes ? std::clamp((pz - c * pb) / det, -half_a_, half_a_)
                                   : std::clamp(pz, -half_a_, half_a_);
    double t = std::clamp(c * s - pb, -half_b_, half_b_);
    s = std::clamp(pz + c * t, -half_a_, half_a_);
    t = std::clamp(c * s - pb, -half_b_, half_b_);
    Add(kSinglePoint, s, t);
  }

 private:
  Vec CommonPerpendicular() const {
    const Vec n = Cross(Vec::UnitZ(), pair_.R_AB.z);
    return SquaredNorm(n) > kParallelAxes ? Normalized(n) : Vec::UnitX();
  }

  const PlacedShape& a_;
  const RelativePair pair_;
  double half_a_, half_b_;  ///< half lengths of the axes
  double margin_;
  Manifold& out_;
};

}  // namespace

void CollideCapsuleCapsule(const PlacedShape& a, const PlacedShape& b, double margin, Manifold& out) {
  CapsulePair pair(a, b, margin, out);
  Manifold nearest;
  CapsulePair(a, b, margin, nearest).AddNearest();
  if (nearest.size == 0) return;
  pair.AddEnds();
  // Where the axes cross, or the capsules meet end to end, the nearest points are not among those of AddEnds
  // and are added. The tolerance is wider for a line contact: otherwise this point would appear and disappear
  // with the slightest rotation.
  double smallest_gap = 1e300;
  for (int i = 0; i < out.size; ++i) smallest_gap = std::min(smallest_gap, out.point[i].gap);
  const bool is_line = pair.SquaredSine() < kLineContact;
  const double noise = (is_line ? 1e-6 : 1e-9) * (a.solid->bound + b.solid->bound);
  if (nearest.point[0].gap < smallest_gap - noise)
    out.Add(kSinglePoint, nearest.point[0].gap, nearest.point[0].p, nearest.point[0].normal);
}

}  // namespace slipstick::geometry
