// Conversion between rotation matrices and rotation vectors (axis times angle).
#pragma once

#include "slipstick/core/eigen.h"

namespace slipstick {

/// The logarithm of R; its length is at most pi.
Eigen::Vector3d RotationVector(const Eigen::Matrix3d& R);
Eigen::Matrix3d RotationMatrix(const Eigen::Vector3d& vector);

}  // namespace slipstick
