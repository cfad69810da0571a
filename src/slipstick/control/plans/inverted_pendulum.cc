#include "slipstick/control/plans/inverted_pendulum.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace slipstick::control {

using Eigen::Vector2d;

InvertedPendulum::InvertedPendulum(double omega, const std::vector<ZeroMomentKnot>& knots) : omega_(omega) {
  assert(omega > 0.0 && !knots.empty());
  const Vector2d zero = Vector2d::Zero();
  const auto rest = [&](const ZeroMomentKnot& knot) { return Piece{knot.t, 0.0, knot.p, zero, zero, zero}; };
  pieces_.push_back(rest(knots.front()));
  for (size_t k = 0; k + 1 < knots.size(); ++k) {
    const double T = knots[k + 1].t - knots[k].t;
    assert(T > 0.0);
    pieces_.push_back({knots[k].t, T, knots[k].p, (knots[k + 1].p - knots[k].p) / T, zero, zero});
  }
  pieces_.push_back(rest(knots.back()));

  // Where two pieces meet, p, ξ and η of both are the same. At rest for ever ξ = p in the end, η = p in the
  // beginning.
  for (size_t k = pieces_.size() - 1; k-- > 0;) {
    const Piece& next = pieces_[k + 1];
    const Vector2d xi = next.dp / omega + Decay(next.T) * next.A;  // against p, and so below
    pieces_[k].A = xi - pieces_[k].dp / omega;
  }
  for (size_t k = 1; k < pieces_.size(); ++k) {
    const Piece& last = pieces_[k - 1];
    const Vector2d eta = -last.dp / omega + Decay(last.T) * last.B;
    pieces_[k].B = eta + pieces_[k].dp / omega;
  }
}

Vector2d InvertedPendulum::ZeroMomentPoint(double t) const {
  const Piece& piece = PieceAt(t);
  return piece.p + piece.dp * (t - piece.t);
}

PlaneMotion InvertedPendulum::At(double t) const {
  const Piece& piece = PieceAt(t);
  const double tau = t - piece.t;
  const Vector2d p = piece.p + piece.dp * tau;
  const Vector2d ahead = 0.5 * Decay(piece.T - tau) * piece.A;  // what p will do
  const Vector2d behind = 0.5 * Decay(tau) * piece.B;           // what it did
  return {p + ahead + behind, piece.dp + omega_ * (ahead - behind), omega_ * omega_ * (ahead + behind)};
}

const InvertedPendulum::Piece& InvertedPendulum::PieceAt(double t) const {
  const auto next = std::upper_bound(pieces_.begin() + 1, pieces_.end(), t,
                                     [](double time, const Piece& piece) { return time < piece.t; });
  return *(next - 1);
}

// At rest before the first knot and after the last one t is negative for one of the two, but B or A is zero
// there: what matters is that the factor does not overflow.
double InvertedPendulum::Decay(double t) const { return std::exp(-omega_ * std::max(t, 0.0)); }

}  // namespace slipstick::control
