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

}  // namespace slipstick::solvers
