// The dofs of a model that can be actuated.
#pragma once

#include <vector>

#include "slipstick/model/model.h"

namespace slipstick::control {

/// The dofs of all single-axis joints. Floating bodies and joints with several axes are not actuated.
inline std::vector<int> SingleAxisDofs(const Model& model) {
  std::vector<int> dofs;
  for (const Joint& joint : model.joints())
    if (joint.nv == 1) dofs.push_back(joint.v);
  return dofs;
}

}  // namespace slipstick::control
