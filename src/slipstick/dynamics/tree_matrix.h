// Matrices with an entry wherever one dof is above the other, and their solution without fill-in. M is one of
// them; this is for those that are not symmetric, such as the derivative of a residual.
#pragma once

#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/core/pack.h"
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
  /// Becomes the nv x nv matrix given row after row. What that has outside the pattern is ignored.
  void TakeFrom(const Model& model, View<const double> dense);
  Eigen::MatrixXd Dense(const Model& model) const;

  std::vector<double> lower;  ///< row k: entries (k, ancestor), root first, and last the diagonal
  std::vector<double> upper;  ///< row k: entries (ancestor, k); the last place belongs to FactorTree
};

/// Factors A = U D L in place, leaves to roots: `upper` gets the columns of the unit upper triangular U,
/// `lower` the rows of the unit lower triangular L, and the last place of a row of `upper` 1 / D. O(n
/// depth²). Dofs are not exchanged. False if a pivot is zero, not a number, or no more than rounding leaves
/// of its entry: then solutions mean nothing.
bool FactorTree(const Model& model, TreeMatrix& A);

/// x := A⁻¹ x with the factors.
void SolveTree(const Model& model, const TreeMatrix& factors, View<double> x);
/// The same for a matrix of several columns, stored row after row.
void SolveTree(const Model& model, const TreeMatrix& factors, View<double> X, int columns);
/// The same for four columns, one per lane.
void SolveTree(const Model& model, const TreeMatrix& factors, View<Pack> X);

}  // namespace slipstick::dynamics
