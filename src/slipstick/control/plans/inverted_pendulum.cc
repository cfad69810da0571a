#include "slipstick/control/plans/inverted_pendulum.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace slipstick::control {

using Eigen::Vector2d;

InvertedPendulum::InvertedPendulum(double omega, const std::vector<ZeroMomentKnot>& knots) : omega_(omega) {
  assert(omega > 0.0 && !knots.empty());
  const Vector2d zero = Vector2d::Zero();
  const auto rest = [&](const ZeroMomentKnot& knot) {
    return Segment{knot.t, 0.0, knot.p, zero, zero, zero};
  };
  segments_.push_back(rest(knots.front()));
  for (size_t k = 0; k + 1 < knots.size(); ++k) {
    const double T = knots[k + 1].t - knots[k].t;
    assert(T > 0.0);
    segments_.push_back({knots[k].t, T, knots[k].p, (knots[k + 1].p - knots[k].p) / T, zero, zero});
  }
  segments_.push_back(rest(knots.back()));

  // p, ξ and η are continuous between segments. In the rest phases ξ = p after the last knot and η = p before
  // the first.
  for (size_t k = segments_.size() - 1; k-- > 0;) {
    const Segment& next = segments_[k + 1];
    const Vector2d xi = next.dp / omega + Decay(next.T) * next.A;  // relative to p, and so below
    segments_[k].A = xi - segments_[k].dp / omega;
  }
  for (size_t k = 1; k < segments_.size(); ++k) {
    const Segment& last = segments_[k - 1];
    const Vector2d eta = -last.dp / omega + Decay(last.T) * last.B;
    segments_[k].B = eta + segments_[k].dp / omega;
  }
}

Vector2d InvertedPendulum::ZeroMomentPoint(double t) const {
  const Segment& segment = SegmentAt(t);
  return segment.p + segment.dp * (t - segment.t);
}

PlaneMotion InvertedPendulum::At(double t) const {
  const Segment& segment = SegmentAt(t);
  const double tau = t - segment.t;
  const Vector2d p = segment.p + segment.dp * tau;
  const Vector2d ahead = 0.5 * Decay(segment.T - tau) * segment.A;  // from future motion of p
  const Vector2d behind = 0.5 * Decay(tau) * segment.B;             // from past motion of p
  return {p + ahead + behind, segment.dp + omega_ * (ahead - behind), omega_ * omega_ * (ahead + behind)};
}

const InvertedPendulum::Segment& InvertedPendulum::SegmentAt(double t) const {
  const auto next = std::upper_bound(segments_.begin() + 1, segments_.end(), t,
                                     [](double time, const Segment& segment) { return time < segment.t; });
  return *(next - 1);
}

// In the rest phases t may be negative, where B or A is zero: the clamp only prevents overflow of the factor.
double InvertedPendulum::Decay(double t) const { return std::exp(-omega_ * std::max(t, 0.0)); }

}  // namespace slipstick::control
