// The linear inverted pendulum: how a centre of mass at constant height moves over its zero-moment point,
//
//   c̈ = ω² (c - p),   ω² = g / height.
//
// With  ξ = c + ċ/ω  and  η = c - ċ/ω  it falls apart into  ξ̇ = ω (ξ - p)  and  η̇ = -ω (η - p).  The first
// runs away from p, the second to it: ξ follows backwards from what p will be, η forwards from what p was,
// and both stay bounded. On a segment of duration T along which p moves on evenly, at τ since its beginning,
//
//   ξ = p + ṗ/ω + A exp(-ω (T - τ)),   η = p - ṗ/ω + B exp(-ω τ),   c = (ξ + η) / 2.
#pragma once

#include <vector>

#include "slipstick/core/eigen.h"

namespace slipstick::control {

/// The zero-moment point at an instant.
struct ZeroMomentKnot {
  double t;           ///< s
  Eigen::Vector2d p;  ///< m, on the ground
};

struct PlaneMotion {
  Eigen::Vector2d p, v, a;  ///< m, m/s, m/s²
};

/// The one bounded motion over a zero-moment point that goes straight from knot to knot and rests for ever
/// before the first and after the last one. It is symmetric in time: knots in reverse give the motion in
/// reverse. Functions of any time; they do not allocate.
class InvertedPendulum {
 public:
  /// `omega` in 1/s. At least one knot; times increase.
  InvertedPendulum(double omega, const std::vector<ZeroMomentKnot>& knots);

  double omega() const { return omega_; }
  double begin() const { return segments_.front().t; }  ///< s, of the first knot
  double end() const { return segments_.back().t; }     ///< s, of the last knot

  Eigen::Vector2d ZeroMomentPoint(double t) const;
  /// Of the centre of mass.
  PlaneMotion At(double t) const;

 private:
  /// Rest before the first knot is a segment of no duration at that knot, and so is rest after the last one.
  struct Segment {
    double t, T;            ///< s
    Eigen::Vector2d p, dp;  ///< where it begins, m; ṗ, m/s
    Eigen::Vector2d A, B;   ///< of ξ at the end and of η at the beginning, m
  };

  const Segment& SegmentAt(double t) const;  ///< the last one that has begun
  double Decay(double t) const;              ///< exp(-ω t)

  double omega_;
  std::vector<Segment> segments_;
};

}  // namespace slipstick::control
