// Polynomial motions of one coordinate: position, velocity and acceleration together.
#pragma once

#include <algorithm>
#include <cmath>

#include "slipstick/core/eigen.h"

namespace slipstick::control {

/// A coordinate and its first two derivatives.
struct ScalarMotion {
  double p = 0.0, v = 0.0, a = 0.0;
};

/// Position of a point and its first two derivatives.
struct PointMotion {
  Eigen::Vector3d p = Eigen::Vector3d::Zero();  ///< m
  Eigen::Vector3d v = Eigen::Vector3d::Zero();  ///< m/s
  Eigen::Vector3d a = Eigen::Vector3d::Zero();  ///< m/s²
};

/// Sets the motion of a point along one axis.
inline void SetAxis(PointMotion& point, int axis, const ScalarMotion& m) {
  point.p[axis] = m.p, point.v[axis] = m.v, point.a[axis] = m.a;
}

/// The polynomial of fifth degree between two given motions, over `duration`. Before t = 0 and after the end
/// it rests at the first and the last position.
class Quintic {
 public:
  Quintic(const ScalarMotion& from, const ScalarMotion& to, double duration) : T_(duration), c0_(from.p) {
    const double T = duration;
    c1_ = from.v * T, c2_ = 0.5 * from.a * T * T;
    const double dp = to.p - (c0_ + c1_ + c2_);
    const double dv = to.v * T - (c1_ + 2.0 * c2_);
    const double da = to.a * T * T - 2.0 * c2_;
    c3_ = 10.0 * dp - 4.0 * dv + 0.5 * da;
    c4_ = -15.0 * dp + 7.0 * dv - da;
    c5_ = 6.0 * dp - 3.0 * dv + 0.5 * da;
  }

  ScalarMotion At(double t) const {
    const double s = std::clamp(t / T_, 0.0, 1.0);
    const double p = c0_ + s * (c1_ + s * (c2_ + s * (c3_ + s * (c4_ + s * c5_))));
    if (t < 0.0 || t > T_) return {p, 0.0, 0.0};
    const double v = c1_ + s * (2.0 * c2_ + s * (3.0 * c3_ + s * (4.0 * c4_ + s * 5.0 * c5_)));
    const double a = 2.0 * c2_ + s * (6.0 * c3_ + s * (12.0 * c4_ + s * 20.0 * c5_));
    return {p, v / T_, a / (T_ * T_)};
  }

 private:
  double T_, c0_, c1_, c2_, c3_, c4_, c5_;
};

/// The quintic from rest to rest: zero velocity and acceleration at both ends.
inline Quintic RestToRest(double from, double to, double duration) { return {{from}, {to}, duration}; }

/// Up to `height` and back: 64 h (s (1 - s))³, with zero velocity and acceleration at both ends.
inline ScalarMotion SexticBump(double t, double duration, double height) {
  const double s = t / duration;
  if (s <= 0.0 || s >= 1.0) return {};
  const double u = s * (1.0 - s), du = (1.0 - 2.0 * s) / duration, ddu = -2.0 / (duration * duration);
  const double k = 64.0 * height;
  return {k * u * u * u, k * 3.0 * u * u * du, k * (6.0 * u * du * du + 3.0 * u * u * ddu)};
}

/// Up to `height` and back: 16 h (s (1 - s))², with zero velocity and an acceleration of 32 h / duration² at
/// both ends, so it leaves the ground faster than SexticBump.
inline ScalarMotion QuarticBump(double t, double duration, double height) {
  const double s = t / duration;
  if (s <= 0.0 || s >= 1.0) return {};
  const double u = s * (1.0 - s), du = (1.0 - 2.0 * s) / duration, ddu = -2.0 / (duration * duration);
  const double k = 16.0 * height;
  return {k * u * u, k * 2.0 * u * du, k * 2.0 * (du * du + u * ddu)};
}

}  // namespace slipstick::control
