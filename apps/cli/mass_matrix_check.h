// Whether a robot can be simulated at all: its mass matrix must be positive definite.
#pragma once

#include <optional>

#include "slipstick/model/model.h"

namespace slipstick::cli {

/// At the neutral configuration. Each pivot of M over its diagonal entry is the share of a dof's inertia that
/// is left when everything below it gives way.
struct MassMatrixCheck {
  bool singular = false;
  double smallest_share = 1.0;
  int dof = -1;  ///< that has it
};

/// Nothing for a model without dofs or with a mass matrix too large to be worth the memory.
std::optional<MassMatrixCheck> CheckMassMatrix(const Model& model);

}  // namespace slipstick::cli
