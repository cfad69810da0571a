// Loops over vectors that are padded with zeros to whole packs: no remainder loop, and all SIMD lanes are
// used although the compiler may not reorder sums.
#pragma once

#include <algorithm>
#include <cstring>
#include <limits>

#include "slipstick/core/pack.h"

namespace slipstick::solvers::padded {

inline int Size(int n) { return (n + Pack::kLanes - 1) / Pack::kLanes * Pack::kLanes; }

SLIPSTICK_INLINE Pack::Lanes Load(const double* x) {
  Pack::Lanes lanes;
  std::memcpy(&lanes, x, sizeof lanes);
  return lanes;
}

inline double Dot(int n, const double* a, const double* b) {
  Pack::Lanes even = {}, odd = {};
  int i = 0;
  for (; i + 2 * Pack::kLanes <= n; i += 2 * Pack::kLanes) {
    even += Load(a + i) * Load(b + i);
    odd += Load(a + i + Pack::kLanes) * Load(b + i + Pack::kLanes);
  }
  if (i < n) even += Load(a + i) * Load(b + i);
  return SumOfLanes(Pack(even + odd));
}

/// max |x_i|.
inline double Largest(int n, const double* x) {
  Pack::Lanes largest = {};
  for (int i = 0; i < n; i += Pack::kLanes) {
    const Pack::Lanes here = Load(x + i);
    const Pack::Lanes size = here < 0.0 ? -here : here;
    largest = size > largest ? size : largest;
  }
  return std::max(std::max(largest[0], largest[1]), std::max(largest[2], largest[3]));
}

/// The smallest t at which an entry of x + t v is zero, over the entries with v < -zero; infinite if there
/// are none.
inline double StepToZero(int n, const double* x, const double* v, double zero) {
  Pack::Lanes shortest = Pack(std::numeric_limits<double>::infinity()).lanes;
  for (int i = 0; i < n; i += Pack::kLanes) {
    const Pack::Lanes change = Load(v + i);
    const Pack::Lanes step = change < -zero ? Load(x + i) / -change : shortest;
    shortest = step < shortest ? step : shortest;
  }
  return std::min(std::min(shortest[0], shortest[1]), std::min(shortest[2], shortest[3]));
}

/// y += a x, for any length.
inline void AddMultiple(int n, double a, const double* __restrict x, double* __restrict y) {
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}

}  // namespace slipstick::solvers::padded
