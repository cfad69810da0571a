// The linear inverted pendulum: motion of a centre of mass at constant height over its zero-moment point p,
//
//   c̈ = ω² (c - p),   ω² = g / height.
//
// With the divergent component of motion (capture point)  ξ = c + ċ/ω  and the convergent one  η = c - ċ/ω it
// decouples into  ξ̇ = ω (ξ - p)  and  η̇ = -ω (η - p).  The first equation is unstable, the second stable: ξ
// is solved backwards in time from future p, η forwards from past p, and both stay bounded. On a segment of
// duration T with constant ṗ, at time τ after its beginning,
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

/// Motion of a point in a horizontal plane.
struct PlaneMotion {
  Eigen::Vector2d p, v, a;  ///< m, m/s, m/s²
};

/// The unique bounded motion for a zero-moment point that is piecewise linear between knots and constant
/// before the first and after the last one. It is symmetric in time: reversed knots give the reversed motion.
/// Defined for all times; functions do not allocate.
class InvertedPendulum {
 public:
  /// `omega` in 1/s. At least one knot; times increase.
  InvertedPendulum(double omega, const std::vector<ZeroMomentKnot>& knots);

  double omega() const { return omega_; }
  double begin() const { return segments_.front().t; }  ///< s, of the first knot
  double end() const { return segments_.back().t; }     ///< s, of the last knot

  Eigen::Vector2d ZeroMomentPoint(double t) const;
  /// Motion of the centre of mass: c, ċ and c̈.
  PlaneMotion At(double t) const;

 private:
  /// Between two knots. The phases of constant p, before the first knot and after the last one, are segments
  /// with T = 0 at these knots.
  struct Segment {
    double t, T;            ///< s
    Eigen::Vector2d p, dp;  ///< p at its beginning, m; ṗ, m/s
    Eigen::Vector2d A, B;   ///< coefficients of the exponentials in ξ and η, m
  };

  const Segment& SegmentAt(double t) const;  ///< the last one that has begun
  double Decay(double t) const;              ///< exp(-ω t)

  double omega_;
  std::vector<Segment> segments_;
};

}  // namespace slipstick::control
