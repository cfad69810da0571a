// Appends numbers to the arrays of a recording. Private to record/.
#pragma once

#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/core/vec3.h"

namespace slipstick::record {

inline void Append(std::vector<double>& to, const Vec3<double>& x) { to.insert(to.end(), {x.x, x.y, x.z}); }
inline void Append(std::vector<double>& to, const Eigen::VectorXd& x) {
  to.insert(to.end(), x.data(), x.data() + x.size());
}
inline void Append(std::vector<double>& to, const Eigen::Vector3d& x) {
  to.insert(to.end(), x.data(), x.data() + 3);
}

}  // namespace slipstick::record
