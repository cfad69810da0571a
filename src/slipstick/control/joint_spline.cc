#include "slipstick/control/joint_spline.h"

#include <algorithm>
#include <cassert>

namespace slipstick::control {
namespace {

using Eigen::VectorXd;

/// Slopes with which the accelerations of neighbouring cubics agree: s₋ + 4 s + s₊ = 3 (p₊ - p₋), zero at
/// both ends.
std::vector<VectorXd> SmoothSlopes(const std::vector<VectorXd>& p) {
  const size_t n = p.size();
  std::vector<VectorXd> slopes(n, VectorXd::Zero(p[0].size()));
  // of the next slope, after forward elimination of the tridiagonal system
  std::vector<double> factor(n, 0.0);
  for (size_t k = 1; k + 1 < n; ++k) {
    const double pivot = 4.0 - factor[k - 1];
    factor[k] = 1.0 / pivot;
    slopes[k] = (3.0 * (p[k + 1] - p[k - 1]) - slopes[k - 1]) / pivot;
  }
  for (size_t k = n - 1; k-- > 1;) slopes[k] -= factor[k] * slopes[k + 1];
  return slopes;
}

}  // namespace

JointSpline::JointSpline(double interval, std::vector<VectorXd> points)
    : interval_(interval), points_(std::move(points)) {
  assert(interval > 0.0 && points_.size() >= 2);
  slopes_ = SmoothSlopes(points_);
}

void JointSpline::At(double t, JointMotion& motion) const {
  const double place = std::clamp(t, 0.0, duration()) / interval_;
  const size_t k = std::min(static_cast<size_t>(place), points_.size() - 2);
  const double s = place - static_cast<double>(k), r = 1.0 - s, h = interval_;
  const VectorXd &p0 = points_[k], &p1 = points_[k + 1], &s0 = slopes_[k], &s1 = slopes_[k + 1];
  motion.q = p0 + s * s * (3.0 - 2.0 * s) * (p1 - p0) + s * r * r * s0 - s * s * r * s1;
  motion.v = (6.0 * s * r * (p1 - p0) + r * (1.0 - 3.0 * s) * s0 + s * (3.0 * s - 2.0) * s1) / h;
  motion.a = ((6.0 - 12.0 * s) * (p1 - p0) + (6.0 * s - 4.0) * s0 + (6.0 * s - 2.0) * s1) / (h * h);
  if (t < 0.0 || t > duration()) motion.v.setZero(), motion.a.setZero();
}

}  // namespace slipstick::control
