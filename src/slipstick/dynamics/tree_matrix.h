// Unsymmetric matrices with the sparsity of M (entries only between a dof and its ancestors), such as the
// derivative of a residual, and their solution without fill-in.
#pragma once

#include <vector>

#include "slipstick/core/view.h"
#include "slipstick/model/model.h"

namespace slipstick::dynamics {

/// Entries (k, i) and (i, k) for every dof k and every ancestor i, in rows of ancestors as Model::row_start
/// lays them out.
struct TreeMatrix {
  explicit TreeMatrix(const Model& model)
      : lower(model.row_start().back(), 0.0), upper(model.row_start().back(), 0.0) {}

  void SetZero();
  /// Adds `factor` times a symmetric matrix in rows of ancestors, such as ws.M.
  void AddSymmetric(View<const double> rows, double factor);
  /// Sets the entries from an nv x nv matrix in row-major order. Entries outside the pattern are ignored.
  void SetFromDense(const Model& model, View<const double> dense);

  std::vector<double> lower;  ///< row k: entries (k, ancestor), root first, and last the diagonal
  std::vector<double> upper;  ///< row k: entries (ancestor, k); the last place belongs to FactorTree
};

/// Factors A = U D L in place, leaves to roots: `upper` gets the columns of the unit upper triangular U,
/// `lower` the rows of the unit lower triangular L, and the last place of a row of `upper` 1 / D. O(n
/// depth²). There is no pivoting. False if a pivot is zero, NaN, or zero up to rounding: then solutions are
/// meaningless.
bool FactorTree(const Model& model, TreeMatrix& A);

/// X := A⁻¹ X with the factors, for a row-major matrix of several columns.
void SolveTree(const Model& model, const TreeMatrix& factors, View<double> X, int columns = 1);

}  // namespace slipstick::dynamics
