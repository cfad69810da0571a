// Products with columns that are padded with zeros to whole packs (padded_vectors.h). `a` points to the first
// column, the others follow at a distance of `stride`; `rows` is a multiple of the lanes. Eight sums at a
// time stay in registers, which hides the latency of additions. The functions with Four in their names load
// a number once for four uses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "slipstick/solvers/linear/padded_vectors.h"

namespace slipstick::solvers::padded {

SLIPSTICK_INLINE void Store(double* x, const Pack::Lanes& lanes) { std::memcpy(x, &lanes, sizeof lanes); }

/// a · b of any length.
inline double DotAny(int n, const double* a, const double* b) {
  const int whole = n / Pack::kLanes * Pack::kLanes;
  double sum = Dot(whole, a, b);
  for (int i = whole; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

/// The sums of the lanes of a, b, c and d, each added in the order of SumOfLanes.
SLIPSTICK_INLINE Pack::Lanes SumsOfLanes(const Pack::Lanes& a, const Pack::Lanes& b, const Pack::Lanes& c,
                                         const Pack::Lanes& d) {
  const Pack::Lanes ab =
      __builtin_shufflevector(a, b, 0, 4, 2, 6) + __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Pack::Lanes cd =
      __builtin_shufflevector(c, d, 0, 4, 2, 6) + __builtin_shufflevector(c, d, 1, 5, 3, 7);
  return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

/// out_k = a_k · x for 4 `kFours` columns.
template <int kFours>
SLIPSTICK_INLINE void DotSome(int rows, const double* a, size_t stride, const double* x, double* out) {
  Pack::Lanes sum[4 * kFours] = {};
  for (int i = 0; i < rows; i += Pack::kLanes) {
    const Pack::Lanes here = Load(x + i);
    for (int k = 0; k < 4 * kFours; ++k) sum[k] += Load(a + k * stride + i) * here;
  }
  for (int k = 0; k < 4 * kFours; k += 4)
    Store(out + k, SumsOfLanes(sum[k], sum[k + 1], sum[k + 2], sum[k + 3]));
}

/// out_k = a_k · x.
inline void DotColumns(int rows, const double* a, size_t stride, int columns, const double* x, double* out) {
  int k = 0;
  for (; k + 8 <= columns; k += 8) DotSome<2>(rows, a + k * stride, stride, x, out + k);
  for (; k + 4 <= columns; k += 4) DotSome<1>(rows, a + k * stride, stride, x, out + k);
  for (; k < columns; ++k) out[k] = Dot(rows, a + k * stride, x);
}

/// out_k[r * distance] = a_k · x_r for two columns and four x.
SLIPSTICK_INLINE void DotTwoByFour(int rows, const double* a, size_t stride, const double* const* x,
                                   double* out, size_t distance) {
  Pack::Lanes sum[4][2] = {};
  for (int i = 0; i < rows; i += Pack::kLanes)
    for (int k = 0; k < 2; ++k) {
      const Pack::Lanes here = Load(a + k * stride + i);
      for (int r = 0; r < 4; ++r) sum[r][k] += here * Load(x[r] + i);
    }
  for (int r = 0; r < 4; r += 2) {
    const Pack::Lanes sums = SumsOfLanes(sum[r][0], sum[r][1], sum[r + 1][0], sum[r + 1][1]);
    for (int k = 0; k < 2; ++k) {
      out[k + r * distance] = sums[k];
      out[k + (r + 1) * distance] = sums[k + 2];
    }
  }
}

/// out_k[r * distance] = a_k · x_r, of four x.
inline void DotColumnsByFour(int rows, const double* a, size_t stride, int columns, const double* const* x,
                             double* out, size_t distance) {
  int k = 0;
  for (; k + 2 <= columns; k += 2) DotTwoByFour(rows, a + k * stride, stride, x, out + k, distance);
  for (int r = 0; r < 4 && k < columns; ++r) out[k + r * distance] = Dot(rows, a + k * stride, x[r]);
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
  for (; i + 4 * Pack::kLanes <= rows; i += 4 * Pack::kLanes) AddToPacks<4>(a + i, stride, columns, c, y + i);
  for (; i < rows; i += Pack::kLanes) AddToPacks<1>(a + i, stride, columns, c, y + i);
}

/// y_r += Σ_k c_{4k+r} a_k for four y at this distance, in `kPacks` packs of rows.
template <int kPacks>
SLIPSTICK_INLINE void AddToFourPacks(const double* a, size_t stride, int columns, const double* c, double* y,
                                     size_t distance) {
  Pack::Lanes sum[4][kPacks];
  for (int r = 0; r < 4; ++r)
    for (int p = 0; p < kPacks; ++p) sum[r][p] = Load(y + r * distance + p * Pack::kLanes);
  for (int k = 0; k < columns; ++k, a += stride, c += 4)
    for (int p = 0; p < kPacks; ++p) {
      const Pack::Lanes here = Load(a + p * Pack::kLanes);
      for (int r = 0; r < 4; ++r) sum[r][p] += c[r] * here;
    }
  for (int r = 0; r < 4; ++r)
    for (int p = 0; p < kPacks; ++p) Store(y + r * distance + p * Pack::kLanes, sum[r][p]);
}

/// y_r += Σ_k c_{4k+r} a_k for four y at this distance.
inline void AddColumnsToFour(int rows, const double* a, size_t stride, int columns, const double* c,
                             double* y, size_t distance) {
  int i = 0;
  for (; i + 2 * Pack::kLanes <= rows; i += 2 * Pack::kLanes)
    AddToFourPacks<2>(a + i, stride, columns, c, y + i, distance);
  if (i < rows) AddToFourPacks<1>(a + i, stride, columns, c, y + i, distance);
}

/// a_k += c_k w: a change of rank one.
inline void AddRankOne(int rows, double* a, size_t stride, int columns, const double* c, const double* w) {
  for (int k = 0; k < columns; ++k) AddMultiple(rows, c[k], w, a + k * stride);
}

/// a_k += Σ_r c_{4k+r} w_r in `kPacks` packs of rows.
template <int kPacks>
SLIPSTICK_INLINE void AddRankFourToPacks(double* a, size_t stride, int columns, const double* c,
                                         const double* w, size_t distance) {
  Pack::Lanes change[4][kPacks];
  for (int r = 0; r < 4; ++r)
    for (int p = 0; p < kPacks; ++p) change[r][p] = Load(w + r * distance + p * Pack::kLanes);
  for (int k = 0; k < columns; ++k, a += stride, c += 4)
    for (int p = 0; p < kPacks; ++p) {
      Pack::Lanes sum = Load(a + p * Pack::kLanes);
      for (int r = 0; r < 4; ++r) sum += c[r] * change[r][p];
      Store(a + p * Pack::kLanes, sum);
    }
}

/// a_k += Σ_r c_{4k+r} w_r: a change of rank four, w at this distance.
inline void AddRankFour(int rows, double* a, size_t stride, int columns, const double* c, const double* w,
                        size_t distance) {
  int i = 0;
  for (; i + 2 * Pack::kLanes <= rows; i += 2 * Pack::kLanes)
    AddRankFourToPacks<2>(a + i, stride, columns, c, w + i, distance);
  if (i < rows) AddRankFourToPacks<1>(a + i, stride, columns, c, w + i, distance);
}

/// (a, b) := (c a + s b, c b - s a).
inline void Rotate(int rows, double c, double s, double* __restrict a, double* __restrict b) {
  for (int i = 0; i < rows; ++i) {
    const double old = a[i];
    a[i] = c * old + s * b[i];
    b[i] = c * b[i] - s * old;
  }
}

}  // namespace slipstick::solvers::padded
