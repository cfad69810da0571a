// Products with columns that zeros fill up to whole packs (padded_vectors.h). `a` points to the first column, the others
// follow at a distance of `stride`; `rows` is a multiple of the lanes. Sums stay in registers: several columns or several
// packs at once, since one alone would wait for its own last addition.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "solvers/padded_vectors.h"

namespace slipstick::padded {

SLIPSTICK_INLINE void Store(double* x, const Pack::Lanes& lanes) { std::memcpy(x, &lanes, sizeof lanes); }

/// dots_k = a_k · x for `kColumns` columns.
template <int kColumns>
SLIPSTICK_INLINE void DotSome(int rows, const double* a, size_t stride, const double* x, double* dots) {
  Pack::Lanes sum[kColumns] = {};
  for (int i = 0; i < rows; i += Pack::kLanes) {
    const Pack::Lanes here = Load(x + i);
    for (int k = 0; k < kColumns; ++k) sum[k] += Load(a + k * stride + i) * here;
  }
  for (int k = 0; k < kColumns; ++k) dots[k] = SumOfLanes(Pack(sum[k]));
}

/// dots_k = a_k · x.
inline void DotColumns(int rows, const double* a, size_t stride, int columns, const double* x, double* dots) {
  int k = 0;
  for (; k + 8 <= columns; k += 8) DotSome<8>(rows, a + k * stride, stride, x, dots + k);
  if (k + 4 <= columns) DotSome<4>(rows, a + k * stride, stride, x, dots + k), k += 4;
  for (; k < columns; ++k) DotSome<1>(rows, a + k * stride, stride, x, dots + k);
}

/// y += Σ_k c_k a_k in `kPacks` packs of rows.
template <int kPacks>
SLIPSTICK_INLINE void AddToPacks(const double* a, size_t stride, int columns, const double* c, double* y) {
  Pack::Lanes sum[kPacks];
  for (int p = 0; p < kPacks; ++p) sum[p] = Load(y + p * Pack::kLanes);
  for (int k = 0; k < columns; ++k, a += stride)
    for (int p = 0; p < kPacks; ++p) sum[p] += c[k] * Load(a + p * Pack::kLanes);
  for (int p = 0; p < kPacks; ++p) Store(y + p * Pack::kLanes, sum[p]);
}

/// y += Σ_k c_k a_k.
inline void AddColumns(int rows, const double* a, size_t stride, int columns, const double* c, double* y) {
  int i = 0;
  for (; i + 8 * Pack::kLanes <= rows; i += 8 * Pack::kLanes) AddToPacks<8>(a + i, stride, columns, c, y + i);
  if (i + 4 * Pack::kLanes <= rows) AddToPacks<4>(a + i, stride, columns, c, y + i), i += 4 * Pack::kLanes;
  for (; i < rows; i += Pack::kLanes) AddToPacks<1>(a + i, stride, columns, c, y + i);
}

/// a_k += c_k w: a change of rank one.
inline void AddRankOne(int rows, double* a, size_t stride, int columns, const double* __restrict c,
                       const double* __restrict w) {
  for (int k = 0; k < columns; ++k) AddMultiple(rows, c[k], w, a + k * stride);
}

/// (a, b) := (c a + s b, c b - s a).
inline void Rotate(int rows, double c, double s, double* __restrict a, double* __restrict b) {
  for (int i = 0; i < rows; ++i) {
    const double old = a[i];
    a[i] = c * old + s * b[i];
    b[i] = c * b[i] - s * old;
  }
}

}  // namespace slipstick::padded
