// Which dofs of a model a motor can drive.
#pragma once

#include <vector>

#include "slipstick/model/model.h"

namespace slipstick::control {

/// The dofs of all joints with one axis. Free bodies and joints with several axes have no motor.
inline std::vector<int> SingleAxisDofs(const Model& model) {
  std::vector<int> dofs;
  for (const Joint& joint : model.joints())
    if (joint.nv == 1) dofs.push_back(joint.v);
  return dofs;
}

}  // namespace slipstick::control
