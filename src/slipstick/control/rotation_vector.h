// Rotations between matrices and the vector along their axis that is as long as their angle.
#pragma once

#include "slipstick/core/eigen.h"

namespace slipstick::control {

/// Of length <= pi.
Eigen::Vector3d RotationVector(const Eigen::Matrix3d& R);
Eigen::Matrix3d RotationMatrix(const Eigen::Vector3d& vector);

}  // namespace slipstick::control
