// The largest normal force as a function of penetration depth. A set of contact forces must be bounded. A
// bound that grows with depth has an equilibrium depth at which a load is supported (Pan and Hauser 2020
// (nmdp), Remark 7: d³ + ζ).
//
//   bound = k d (d / d_ref)^(power - 1) + ghost        for d > 0, ghost outside
//
// All powers agree at the reference depth, so the stiffness k means the same for each. Powers 2 and 3 have no
// kink at d = 0.
//
// Departure: ζ of the paper is a force here, and zero by default. It acts at any height, so a falling robot
// would float.
#pragma once

#include "slipstick/core/fields.h"
#include "slipstick/core/inline.h"

namespace slipstick::laws {

struct ForceBound {
  double stiffness = 1e5;         ///< k, N/m at the reference depth
  int power = 2;                  ///< 1, 2 or 3
  double reference_depth = 0.01;  ///< d_ref, m
  double ghost = 0.0;             ///< N; the paper's ζ times its stiffness

  void Visit(FieldVisitor& visit) {
    visit.Number("stiffness", stiffness, {1e-3, 1e12}, "N/m",
                 "normal force over depth at the reference depth; default: of the materials");
    visit.Integer("power", power, {1, 3}, "exponent of depth in the normal force bound");
    visit.Number("reference_depth", reference_depth, {1e-6, 10.0}, "m",
                 "depth at which the bound does not depend on the exponent");
    visit.Number("ghost", ghost, {0.0, 1e9}, "N", "normal force at any height (zeta of Pan and Hauser 2020)");
  }

  SLIPSTICK_INLINE double Value(double depth) const {
    return depth > 0.0 ? stiffness * depth * RelativeDepthTo(power - 1, depth) + ghost : ghost;
  }
  /// Derivative with respect to depth, N/m.
  SLIPSTICK_INLINE double Slope(double depth) const {
    return depth > 0.0 ? stiffness * power * RelativeDepthTo(power - 1, depth) : 0.0;
  }

 private:
  /// (d / d_ref)^exponent.
  SLIPSTICK_INLINE double RelativeDepthTo(int exponent, double depth) const {
    double result = 1.0;
    for (int i = 0; i < exponent; ++i) result *= depth / reference_depth;
    return result;
  }
};

}  // namespace slipstick::laws
