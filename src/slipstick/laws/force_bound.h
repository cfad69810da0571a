// How much normal force a depth bears. A set of contact forces needs an end, and one that grows with depth is
// what lets a step find the depth at which things rest (paper 001, Remark 7: d³ + ζ).
//
//   bound = k d (d / d_ref)^(power - 1) + ghost        for d > 0, ghost outside
//
// All powers agree at the reference depth, so that one stiffness k means the same to each: a power of 2 or 3
// begins softly, without a kink.
//
// Departure: ζ of the paper is a force here, and none by default. It is exerted at any height, so that a
// falling robot floats.
#pragma once

#include "slipstick/core/inline.h"

namespace slipstick::laws {

struct ForceBound {
  double stiffness = 1e5;         ///< k, N/m at the reference depth
  int power = 2;                  ///< 1, 2 or 3
  double reference_depth = 0.01;  ///< d_ref, m
  double ghost = 0.0;             ///< N; the paper's ζ times its stiffness

  SLIPSTICK_INLINE double Value(double depth) const {
    return depth > 0.0 ? stiffness * depth * Share(depth, power - 1) + ghost : ghost;
  }
  /// By depth, N/m.
  SLIPSTICK_INLINE double Slope(double depth) const {
    return depth > 0.0 ? stiffness * power * Share(depth, power - 1) : 0.0;
  }

 private:
  SLIPSTICK_INLINE double Share(double depth, int times) const {
    double share = 1.0;
    for (int i = 0; i < times; ++i) share *= depth / reference_depth;
    return share;
  }
};

}  // namespace slipstick::laws
