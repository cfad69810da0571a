// The pose of one frame in another.
#pragma once

#include "slipstick/core/eigen.h"

namespace slipstick {

/// R maps vectors of the inner frame to the outer one; p is the origin of the inner frame in the outer one.
struct Pose {
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
  Eigen::Vector3d p = Eigen::Vector3d::Zero();

  static Pose At(double x, double y, double z) { return {Eigen::Matrix3d::Identity(), {x, y, z}}; }
  static Pose At(const Eigen::Vector3d& p) { return {Eigen::Matrix3d::Identity(), p}; }
  /// Fixed-axis roll, pitch, yaw as in URDF: R = Rz(yaw) Ry(pitch) Rx(roll).
  static Pose FromRpy(const Eigen::Vector3d& rpy, const Eigen::Vector3d& p);
};

inline Pose operator*(const Pose& a, const Pose& b) { return {a.R * b.R, a.R * b.p + a.p}; }
inline Eigen::Vector3d operator*(const Pose& a, const Eigen::Vector3d& b) { return a.R * b + a.p; }

}  // namespace slipstick
