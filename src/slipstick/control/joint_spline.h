// Cubic spline through given joint positions, with continuous velocities and accelerations.
#pragma once

#include <vector>

#include "slipstick/core/eigen.h"

namespace slipstick::control {

/// Positions, velocities and accelerations of some joints.
struct JointMotion {
  Eigen::VectorXd q, v, a;
};

class JointSpline {
 public:
  /// Through these points, one every `interval` seconds from t = 0. At rest before the first and after the
  /// last.
  JointSpline(double interval, std::vector<Eigen::VectorXd> points);

  double duration() const { return interval_ * static_cast<double>(points_.size() - 1); }

  /// Does not allocate after the first call with this motion.
  void At(double t, JointMotion& motion) const;

 private:
  double interval_;
  std::vector<Eigen::VectorXd> points_, slopes_;  ///< slopes per interval
};

}  // namespace slipstick::control
