// Conversion between Vec3, Mat3 and Eigen types.
#pragma once

#include "slipstick/core/eigen.h"
#include "slipstick/core/vec3.h"

namespace slipstick {

inline Eigen::Vector3d ToEigen(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
inline Eigen::Matrix3d ToEigen(const Mat3<double>& m) {
  return (Eigen::Matrix3d() << ToEigen(m.x), ToEigen(m.y), ToEigen(m.z)).finished();
}
inline Vec3<double> FromEigen(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }
/// Not an overload of FromEigen: a column of a matrix would convert to either type.
inline Mat3<double> ToMat3(const Eigen::Matrix3d& m) {
  return {FromEigen(m.col(0)), FromEigen(m.col(1)), FromEigen(m.col(2))};
}

}  // namespace slipstick
