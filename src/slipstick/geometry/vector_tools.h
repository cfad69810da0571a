// Small vector helpers of the proximity code.
#pragma once

#include <cmath>

#include "slipstick/core/vec3.h"

namespace slipstick::geometry {

/// m; the direction of a shorter vector is noise.
inline constexpr double kTinyDistance = 1e-12;

using Vec = Vec3<double>;
using Mat = Mat3<double>;

inline double SquaredNorm(const Vec& v) { return Dot(v, v); }
inline double Norm(const Vec& v) { return std::sqrt(Dot(v, v)); }
inline bool IsFinite(const Vec& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }
inline Vec Normalized(const Vec& v) { return (1.0 / Norm(v)) * v; }

/// Entry 0, 1 or 2.
inline double At(const Vec& v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }
inline double& At(Vec& v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }
inline const Vec& Column(const Mat& m, int i) { return i == 0 ? m.x : i == 1 ? m.y : m.z; }

/// A unit vector perpendicular to the unit vector n. Depends on n only.
inline Vec Perpendicular(const Vec& n) {
  const Vec other = std::abs(n.x) < 0.6 ? Vec::UnitX() : Vec::UnitY();
  return Normalized(Cross(n, other));
}

}  // namespace slipstick::geometry
