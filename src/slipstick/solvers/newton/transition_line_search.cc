#include "slipstick/solvers/newton/transition_line_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slipstick::solvers {
namespace {

/// The smallest α > 0 at which v + α dv has rotated by the angle with cosine `c`; 0 if there is none. v and
/// dv in units of v_s.
///
///   (v · (v + α dv))² = c² |v|² |v + α dv|²
double AlphaAtAngle(const Vec3<double>& v, const Vec3<double>& dv, double c) {
  const double vv = Dot(v, v), dd = Dot(dv, dv), vd = Dot(v, dv), c2 = c * c;
  const double a = vv * dd * c2 - vd * vd, b = 2.0 * vv * vd * (c2 - 1.0), g = vv * vv * (c2 - 1.0);
  if (std::abs(a) < std::numeric_limits<double>::epsilon()) return -g / b;
  const double discriminant = b * b - 4.0 * a * g;
  if (!(discriminant > 0.0)) return 0.0;
  const double n = -0.5 * (b + std::copysign(std::sqrt(discriminant), b > 0.0 ? 1.0 : -1.0));
  const double first = n / a, second = g / n;
  return first > 0.0 && second > 0.0 ? std::min(first, second) : std::max(first, second);
}

double AlphaBetweenSlips(const Vec3<double>& v, const Vec3<double>& dv, const TransitionLimits& limits) {
  const double length = Length(dv), nearest = -Dot(v, dv) / (length * length);
  if (nearest > 0.0 && nearest < 1.0) {
    const double closest = Length(v + nearest * dv);
    if (limits.caps && closest < limits.nearly_zero) return nearest - 0.5 / length;
    if (closest < 1.0) return nearest;
  }
  const Vec3<double> end = v + dv;
  const double cosine = std::cos(limits.max_angle);
  if (Dot(v, end) > cosine * Length(v) * Length(end)) return 1.0;
  return AlphaAtAngle(v, dv, cosine);
}

}  // namespace

double LimitTransition(const Vec3<double>& v_t, const Vec3<double>& dv_t, double v_s,
                       const TransitionLimits& limits) {
  const Vec3<double> v = (1.0 / v_s) * v_t, dv = (1.0 / v_s) * dv_t;
  const double x = Length(v), step = Length(dv), x_end = Length(v + dv);
  if (!std::isfinite(x + step)) return 0.0;
  if (limits.caps) {
    if (step < limits.nearly_zero) return 1.0;
    if (x < limits.nearly_zero && x_end > 1.0) return 0.5 / step;
    if (x > 1.0 && x_end < limits.nearly_zero) return 1.0 - 0.5 / step;
  }
  if (x < 1.0 || x_end < 1.0) return 1.0;
  const double alpha = AlphaBetweenSlips(v, dv, limits);
  return std::isfinite(alpha) ? std::clamp(alpha, 0.0, 1.0) : 0.0;
}

}  // namespace slipstick::solvers
