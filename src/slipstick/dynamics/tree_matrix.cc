#include "slipstick/dynamics/tree_matrix.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "slipstick/dynamics/tree_rows.h"

namespace slipstick::dynamics {

void TreeMatrix::SetZero() {
  std::fill(lower.begin(), lower.end(), 0.0);
  std::fill(upper.begin(), upper.end(), 0.0);
}

void TreeMatrix::AddSymmetric(View<const double> rows, double factor) {
  assert(rows.size() == static_cast<int>(lower.size()));
  for (int entry = 0; entry < rows.size(); ++entry) {
    lower[entry] += factor * rows[entry];
    upper[entry] += factor * rows[entry];
  }
}

void TreeMatrix::SetFromDense(const Model& model, View<const double> dense) {
  const int nv = model.nv();
  assert(dense.size() == nv * nv);
  for (int k = 0; k < nv; ++k) {
    int entry = model.diagonal_entry(k);
    for (int i = k; i >= 0; i = model.dof_parent()[i], --entry) {
      lower[entry] = dense.data()[k * nv + i];
      upper[entry] = dense.data()[i * nv + k];
    }
  }
}

namespace {

/// As in FactorMassMatrix; but a pivot may be negative, far from a minimum.
bool IsTreePivot(double D_inv, double entry) {
  return std::abs(D_inv) > 0.0 && std::isfinite(D_inv) && std::abs(entry * D_inv) < kMaxEntryOverPivot;
}

/// Eliminates dof k: subtracts the product of its column and its row from the rows of its ancestors. The
/// ancestors of an ancestor i are the first ancestors of k, so the rows of i are updated entry by entry.
void EliminateTreeDof(const Model& model, int k, double D_inv, TreeMatrix& A) {
  double* __restrict row_k = &A.lower[model.row_start()[k]];
  double* __restrict column_k = &A.upper[model.row_start()[k]];
  int i = model.dof_parent()[k];
  for (int position = model.depth()[k] - 1; position >= 0; --position, i = model.dof_parent()[i]) {
    double* __restrict row_i = &A.lower[model.row_start()[i]];
    double* __restrict column_i = &A.upper[model.row_start()[i]];
    const double u = column_k[position] * D_inv, l = row_k[position] * D_inv;
    SLIPSTICK_SHORT_LOOP
    for (int j = 0; j < position; ++j) {
      row_i[j] -= u * row_k[j];
      column_i[j] -= l * column_k[j];
    }
    row_i[position] -= u * row_k[position];
    column_k[position] = u;
    row_k[position] = l;
  }
}

}  // namespace

bool FactorTree(const Model& model, TreeMatrix& A) {
  bool regular = true;
  for (int k = 0; k < model.nv(); ++k) A.upper[model.diagonal_entry(k)] = A.lower[model.diagonal_entry(k)];
  for (int k = model.nv() - 1; k >= 0; --k) {
    const double D_inv = 1.0 / A.lower[model.diagonal_entry(k)];
    double& last = A.upper[model.diagonal_entry(k)];  // the entry of A before, 1 / D after this line
    if (!IsTreePivot(D_inv, last)) regular = false;
    last = D_inv;
    EliminateTreeDof(model, k, D_inv, A);
  }
  return regular;
}

void SolveTree(const Model& model, const TreeMatrix& A, View<double> X, int columns) {
  model.CheckVelocitySize(columns > 0 ? X.size() / columns : 0, "a column of X");
  SolveColumnsWithFactors(
      model, A.upper.data(), A.lower.data(), [&](int k) { return A.upper[model.diagonal_entry(k)]; },
      X.data(), columns);
}

}  // namespace slipstick::dynamics
