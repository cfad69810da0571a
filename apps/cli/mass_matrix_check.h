// Check that the mass matrix of a robot is positive definite, as every stepper requires.
#pragma once

#include <optional>

#include "slipstick/model/model.h"

namespace slipstick::cli {

/// At the neutral configuration. Each pivot of M over its diagonal entry is the fraction of the dof's inertia
/// that remains when all joints below it move freely.
struct MassMatrixCheck {
  bool singular = false;
  double smallest_ratio = 1.0;
  int dof = -1;  ///< with this ratio
};

/// nullopt for a model without dofs or with a mass matrix too large to be worth the memory.
std::optional<MassMatrixCheck> CheckMassMatrix(const Model& model);

}  // namespace slipstick::cli
