// Rotations as exponentials: unit quaternions (x, y, z, w), rotation vectors, and the Jacobians between them.
// Perturbations are on the left: exp(δ) R.
#pragma once

#include "slipstick/core/vec3.h"

namespace slipstick {

template <class S>
struct Quaternion {
  Vec3<S> v;
  S w;
};

template <class S>
Quaternion<S> operator*(const Quaternion<S>& a, const Quaternion<S>& b) {
  return {a.w * b.v + b.w * a.v + Cross(a.v, b.v), a.w * b.w - Dot(a.v, b.v)};
}
template <class S>
Quaternion<S> Conjugate(const Quaternion<S>& a) {
  return {-a.v, a.w};
}
template <class S>
Quaternion<S> Normalized(const Quaternion<S>& a) {
  const S scale = S(1.0) / Sqrt(Dot(a.v, a.v) + a.w * a.w);
  return {scale * a.v, scale * a.w};
}

/// Below this squared angle the functions below use their series; the next term is under 1e-16 there.
inline constexpr double kSmallAngle2 = 1e-4;

/// Quaternion of the rotation by |r| about r.
template <class S>
Quaternion<S> Exp(const Vec3<S>& r) {
  const S angle2 = Dot(r, r);
  const auto small = LessThan(angle2, S(kSmallAngle2));
  const S angle = Sqrt(Select(small, S(1.0), angle2));
  const auto [sin_half, cos_half] = SinCos(S(0.5) * angle);
  // sin(a/2)/a and cos(a/2) by their series in a²
  const S series_sin = S(0.5) - angle2 * (S(1.0 / 48) - angle2 * (S(1.0 / 3840) - angle2 * S(1.0 / 645120)));
  const S series_cos = S(1.0) - angle2 * (S(0.125) - angle2 * (S(1.0 / 384) - angle2 * S(1.0 / 46080)));
  return {Select(small, series_sin, sin_half / angle) * r, Select(small, series_cos, cos_half)};
}

/// Rotation vector of a unit quaternion, of length <= pi.
template <class S>
Vec3<S> Log(const Quaternion<S>& q) {
  const auto flip = LessThan(q.w, S(0.0));  // q and -q are the same rotation; take the smaller angle
  const S w = Select(flip, -q.w, q.w);
  const S sin2 = Dot(q.v, q.v);
  const auto small = LessThan(sin2, S(kSmallAngle2));
  const S sin_half = Sqrt(Select(small, S(1.0), sin2));
  // 2 asin(s)/s = 2 + s²/3 + 3 s⁴/20 + 5 s⁶/56 + 35 s⁸/576
  const S series =
      S(2.0) + sin2 * (S(1.0 / 3) + sin2 * (S(0.15) + sin2 * (S(5.0 / 56) + sin2 * S(35.0 / 576))));
  const S scale = Select(small, series, S(2.0) * Atan2(sin_half, w) / sin_half);
  return Select(flip, -scale, scale) * q.v;
}

/// Matrix of a unit quaternion.
template <class S>
Mat3<S> ToMatrix(const Quaternion<S>& q) {
  const Mat3<S> K = Skew(q.v);
  return Mat3<S>::Identity() + S(2.0) * (q.w * K + K * K);
}

/// Left Jacobian: exp(r + δ) = exp(J δ) exp(r) to first order.
inline Mat3<double> LeftJacobian(const Vec3<double>& r) {
  const double angle2 = Dot(r, r), angle = std::sqrt(angle2);
  const bool small = angle2 < kSmallAngle2;
  const double a = small ? 0.5 - angle2 * (1.0 / 24 - angle2 / 720) : (1.0 - SinCos(angle).cos) / angle2;
  const double b =
      small ? 1.0 / 6 - angle2 * (1.0 / 120 - angle2 / 5040) : (angle - SinCos(angle).sin) / (angle2 * angle);
  const Mat3<double> K = Skew(r);
  return Mat3<double>::Identity() + a * K + b * (K * K);
}

/// Its inverse: log(exp(δ) exp(r)) = r + J⁻¹ δ to first order.
inline Mat3<double> LeftJacobianInverse(const Vec3<double>& r) {
  const double angle2 = Dot(r, r), angle = std::sqrt(angle2);
  const double half = 0.5 * angle;
  const auto [sin_half, cos_half] = SinCos(half);
  // (1 - half cot half) / angle²: unlike forms with sin(angle) in the denominator, accurate up to a half turn
  // and beyond
  const double c = angle2 < kSmallAngle2 ? 1.0 / 12 + angle2 * (1.0 / 720 + angle2 / 30240)
                                         : (1.0 - half * cos_half / sin_half) / angle2;
  const Mat3<double> K = Skew(r);
  return Mat3<double>::Identity() + (-0.5) * K + c * (K * K);
}

}  // namespace slipstick
