#include "slipstick/dynamics/tree_matrix.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace slipstick::dynamics {
namespace {

int DiagonalOf(const Model& model, int k) { return model.row_start()[k] + model.depth()[k]; }

}  // namespace

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
    int entry = DiagonalOf(model, k);
    for (int i = k; i >= 0; i = model.dof_parent()[i], --entry) {
      lower[entry] = dense.data()[k * nv + i];
      upper[entry] = dense.data()[i * nv + k];
    }
  }
}

Eigen::MatrixXd TreeMatrix::Dense(const Model& model) const {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(model.nv(), model.nv());
  for (int k = 0; k < model.nv(); ++k) {
    int entry = DiagonalOf(model, k);
    A(k, k) = lower[entry];
    for (int i = model.dof_parent()[k]; i >= 0; i = model.dof_parent()[i]) {
      --entry;
      A(k, i) = lower[entry];
      A(i, k) = upper[entry];
    }
  }
  return A;
}

namespace {

/// A pivot is a diagonal entry after elimination. If it is at most a hundred roundings of the original entry
/// it is a zero up to rounding, as in FactorMassMatrix; but a pivot may be negative, far from a minimum.
constexpr double kLargestEntryByPivot = 1e14;
bool IsTreePivot(double D_inv, double entry) {
  return std::abs(D_inv) > 0.0 && std::isfinite(D_inv) && std::abs(entry * D_inv) < kLargestEntryByPivot;
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
  for (int k = 0; k < model.nv(); ++k) A.upper[DiagonalOf(model, k)] = A.lower[DiagonalOf(model, k)];
  for (int k = model.nv() - 1; k >= 0; --k) {
    const double D_inv = 1.0 / A.lower[DiagonalOf(model, k)];
    double& last = A.upper[DiagonalOf(model, k)];  // the entry of A before, 1 / D after this line
    if (!IsTreePivot(D_inv, last)) regular = false;
    last = D_inv;
    EliminateTreeDof(model, k, D_inv, A);
  }
  return regular;
}

namespace {

/// Calls visit(first, last, l) for the ancestors of dof k in runs of consecutive numbers, nearest run first;
/// l[i - first] is the entry of row k for ancestor i.
template <class Visit>
SLIPSTICK_INLINE void ForEachTreeRun(const Model& model, const std::vector<double>& rows, int k,
                                     Visit visit) {
  const double* end = &rows[DiagonalOf(model, k)];
  for (int last = model.dof_parent()[k]; last >= 0;) {
    const int first = model.run_start()[last];
    end -= last + 1 - first;
    visit(first, last, end);
    last = model.dof_parent()[first];
  }
}

/// y := (U D L)⁻¹ y with the factors of A.
template <class T>
SLIPSTICK_INLINE void SolveWithTree(const Model& model, const TreeMatrix& A, T* __restrict y) {
  const std::vector<double>&U = A.upper, &L = A.lower, &D_inv = A.upper;
  for (int k = model.nv() - 1; k >= 0; --k)
    ForEachTreeRun(model, U, k, [&](int first, int last, const double* u) {
      SLIPSTICK_SHORT_LOOP
      for (int i = first; i <= last; ++i) y[i] -= u[i - first] * y[k];
    });
  for (int k = 0; k < model.nv(); ++k) {
    T sum = D_inv[DiagonalOf(model, k)] * y[k];
    ForEachTreeRun(model, L, k, [&](int first, int last, const double* l) {
      SLIPSTICK_SHORT_LOOP
      for (int i = first; i <= last; ++i) sum -= l[i - first] * y[i];
    });
    y[k] = sum;
  }
}

void SolveColumnsWithTree(const Model& model, const TreeMatrix& A, View<double> X, int columns) {
  const std::vector<double>&U = A.upper, &L = A.lower, &D_inv = A.upper;
  const auto subtract = [columns](double* __restrict from, double l, const double* row) {
    for (int j = 0; j < columns; ++j) from[j] -= l * row[j];
  };
  const auto row = [&](int k) { return X.data() + k * columns; };
  for (int k = model.nv() - 1; k >= 0; --k)
    ForEachTreeRun(model, U, k, [&](int first, int last, const double* u) {
      for (int i = first; i <= last; ++i) subtract(row(i), u[i - first], row(k));
    });
  for (int k = 0; k < model.nv(); ++k) {
    for (int j = 0; j < columns; ++j) row(k)[j] *= D_inv[DiagonalOf(model, k)];
    ForEachTreeRun(model, L, k, [&](int first, int last, const double* l) {
      for (int i = first; i <= last; ++i) subtract(row(k), l[i - first], row(i));
    });
  }
}

}  // namespace

void SolveTree(const Model& model, const TreeMatrix& A, View<double> x) {
  model.CheckVelocitySize(x.size(), "x");
  SolveWithTree(model, A, x.data());
}
void SolveTree(const Model& model, const TreeMatrix& A, View<Pack> X) {
  model.CheckVelocitySize(X.size(), "X");
  SolveWithTree(model, A, X.data());
}
void SolveTree(const Model& model, const TreeMatrix& A, View<double> X, int columns) {
  model.CheckVelocitySize(columns > 0 ? X.size() / columns : 0, "a column of X");
  SolveColumnsWithTree(model, A, X, columns);
}

}  // namespace slipstick::dynamics
