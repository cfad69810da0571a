// A tree matrix as a dense one.
#pragma once

#include "slipstick/core/eigen.h"
#include "slipstick/dynamics/tree_matrix.h"

namespace slipstick::support {

inline Eigen::MatrixXd Dense(const Model& model, const dynamics::TreeMatrix& tree) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(model.nv(), model.nv());
  for (int k = 0; k < model.nv(); ++k) {
    int entry = model.diagonal_entry(k);
    A(k, k) = tree.lower[entry];
    for (int i = model.dof_parent()[k]; i >= 0; i = model.dof_parent()[i]) {
      --entry;
      A(k, i) = tree.lower[entry];
      A(i, k) = tree.upper[entry];
    }
  }
  return A;
}

}  // namespace slipstick::support
