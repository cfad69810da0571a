#include "slipstick/core/pose.h"

#include "slipstick/core/scalar.h"

namespace slipstick {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Pose Pose::FromRpy(const Vector3d& rpy, const Vector3d& p) {
  const auto [sr, cr] = SinCos(rpy.x());  // not libm: the same bits on every platform
  const auto [sp, cp] = SinCos(rpy.y());
  const auto [sy, cy] = SinCos(rpy.z());
  const Matrix3d R = (Matrix3d() << cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr,  //
                      sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr,                //
                      0.0 - sp, cp * sr, cp * cr)
                         .finished();
  return {R, p};
}

}  // namespace slipstick
