#include "slipstick/core/rotation_vector.h"

#include "slipstick/core/convert.h"
#include "slipstick/core/rotation.h"

namespace slipstick {

/// Through the quaternion, computed from its largest component (Shepperd's method).
Eigen::Vector3d RotationVector(const Eigen::Matrix3d& R) {
  const double trace = R.trace();
  int largest = 3;
  for (int i = 0; i < 3; ++i)
    if (R(i, i) > (largest == 3 ? trace : R(largest, largest))) largest = i;
  Eigen::Vector4d xyzw;
  if (largest == 3) {
    xyzw << R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1), 1.0 + trace;
  } else {
    const int i = largest, j = (i + 1) % 3, k = (i + 2) % 3;
    xyzw[i] = 1.0 + R(i, i) - R(j, j) - R(k, k);
    xyzw[j] = R(j, i) + R(i, j);
    xyzw[k] = R(k, i) + R(i, k);
    xyzw[3] = R(k, j) - R(j, k);
  }
  xyzw.normalize();
  return ToEigen(Log(Quaternion<double>{{xyzw[0], xyzw[1], xyzw[2]}, xyzw[3]}));
}

Eigen::Matrix3d RotationMatrix(const Eigen::Vector3d& vector) {
  return ToEigen(ToMatrix(Exp(FromEigen(vector))));
}

}  // namespace slipstick
