#include "slipstick/solvers/linear/dense_lu.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace slipstick::solvers {

bool DenseLu::Factor() {
  for (int k = 0; k < n_; ++k) {
    int best = k;
    for (int i = k + 1; i < n_; ++i)
      if (std::abs(row(i)[k]) > std::abs(row(best)[k])) best = i;
    pivot_[k] = best;
    if (best != k) std::swap_ranges(row(k), row(k) + n_, row(best));
    const double pivot = row(k)[k];
    if (pivot == 0.0 || !std::isfinite(pivot)) return false;
    const double inverse = 1.0 / pivot;
    for (int i = k + 1; i < n_; ++i) {
      double* __restrict row_i = row(i);
      if (row_i[k] == 0.0) continue;  // uncoupled branches of a tree
      const double* __restrict row_k = row(k);
      const double factor = row_i[k] *= inverse;
      for (int j = k + 1; j < n_; ++j) row_i[j] -= factor * row_k[j];
    }
  }
  return true;
}

void DenseLu::Solve(View<double> x) const {
  assert(x.size() == n_);
  const auto row_of = [&](int i) { return rows_.data() + static_cast<size_t>(i) * n_; };
  for (int k = 0; k < n_; ++k)
    if (pivot_[k] != k) std::swap(x[k], x[pivot_[k]]);
  for (int i = 1; i < n_; ++i)
    for (int j = 0; j < i; ++j) x[i] -= row_of(i)[j] * x[j];
  for (int i = n_ - 1; i >= 0; --i) {
    for (int j = i + 1; j < n_; ++j) x[i] -= row_of(i)[j] * x[j];
    x[i] /= row_of(i)[i];
  }
}

void DenseLu::Solve(View<double> X, int columns) const {
  assert(X.size() == n_ * columns);
  const auto row_of = [&](int i) { return X.data() + static_cast<size_t>(i) * columns; };
  const auto subtract = [&](int i, int j) {
    const double factor = rows_[static_cast<size_t>(i) * n_ + j];
    if (factor == 0.0) return;
    double* __restrict to = row_of(i);
    const double* __restrict from = row_of(j);
    for (int c = 0; c < columns; ++c) to[c] -= factor * from[c];
  };
  for (int k = 0; k < n_; ++k)
    if (pivot_[k] != k) std::swap_ranges(row_of(k), row_of(k) + columns, row_of(pivot_[k]));
  for (int i = 1; i < n_; ++i)
    for (int j = 0; j < i; ++j) subtract(i, j);
  for (int i = n_ - 1; i >= 0; --i) {
    for (int j = i + 1; j < n_; ++j) subtract(i, j);
    const double pivot = rows_[static_cast<size_t>(i) * n_ + i];
    for (int c = 0; c < columns; ++c) row_of(i)[c] /= pivot;
  }
}

}  // namespace slipstick::solvers
