#include "slipstick/solvers/linear/dense_lu.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace slipstick::solvers {
namespace {

/// The lanes from the given one on, and that lane alone.
constexpr Pack::Mask kFrom[Pack::kLanes] = {{-1, -1, -1, -1}, {0, -1, -1, -1}, {0, 0, -1, -1}, {0, 0, 0, -1}};
constexpr Pack::Mask kOnly[Pack::kLanes] = {{-1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}, {0, 0, 0, -1}};

}  // namespace

bool DenseLu::Factor() {
  for (int k = 0; k < n_; ++k) {
    int best = k;
    for (int i = k + 1; i < n_; ++i)
      if (std::abs(row(i)[k]) > std::abs(row(best)[k])) best = i;
    pivot_[k] = best;
    if (best != k) std::swap_ranges(row(k), row(k) + n_, row(best));
    const double pivot = row(k)[k];
    if (pivot == 0.0 || !std::isfinite(pivot)) return false;
    const double inverse = pivot_inverse_[k] = 1.0 / pivot;
    // Whole packs are updated, from that of column k on. Its lanes up to k hold factors and do not change.
    const int first = k / Pack::kLanes, lane = k % Pack::kLanes;
    const Pack* const row_k = PacksOf(k);
    const Pack head = lane + 1 < Pack::kLanes ? Select(kFrom[lane + 1], row_k[first], Pack(0.0)) : Pack(0.0);
    for (int i = k + 1; i < n_; ++i) {
      Pack* const row_i = reinterpret_cast<Pack*>(row(i));
      const double entry = row(i)[k];
      if (entry == 0.0) continue;  // uncoupled branches of a tree
      const Pack factor(entry * inverse);
      row_i[first] = Select(kOnly[lane], factor, row_i[first] - factor * head);
      for (int p = first + 1; p < packs_; ++p) row_i[p] -= factor * row_k[p];
    }
  }
  return true;
}

void DenseLu::Solve(View<double> x) const {
  assert(x.size() == n_);
  for (int k = 0; k < n_; ++k)
    if (pivot_[k] != k) std::swap(x[k], x[pivot_[k]]);
  // The entry found last comes last in each sum.
  for (int i = 1; i < n_; ++i) {
    double sum = x[i];
    for (int j = 0; j < i; ++j) sum -= row(i)[j] * x[j];
    x[i] = sum;
  }
  for (int i = n_ - 1; i >= 0; --i) {
    double sum = x[i];
    for (int j = n_ - 1; j > i; --j) sum -= row(i)[j] * x[j];
    x[i] = sum * pivot_inverse_[i];
  }
}

void DenseLu::Solve(View<double> X, int columns) const {
  assert(X.size() == n_ * columns);
  const auto row_of = [&](int i) { return X.data() + static_cast<size_t>(i) * columns; };
  const auto subtract = [&](int i, int j) {
    const double factor = row(i)[j];
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
    for (int j = n_ - 1; j > i; --j) subtract(i, j);
    for (int c = 0; c < columns; ++c) row_of(i)[c] *= pivot_inverse_[i];
  }
}

}  // namespace slipstick::solvers
