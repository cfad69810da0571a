// Numerical inverse Laplace transform: a quadrature contour with a dozen terms.
//
//   f(t) = ∫ eˢᵗ F(s) ds / (2πi)  =  Re Σ w F(p/t) / t
//
// for F whose poles s lie left of the imaginary axis with |Im s t| <= kEnclosed: the trapezoidal rule on a
// cotangent contour (Trefethen, Weideman and Schmelzer, Talbot quadratures and rational approximations,
// 2006),
//
//   z(θ) = a θ cot(b θ) - c + i d θ,    θ = π/24, 3π/24, ..., 23π/24
//   a = 11.24,  b = 0.6023,  c = 9.7,  d = 8.51
//
// These parameters minimise the error over that strip, which is 3e-13. The published parameters, for poles on
// the negative axis, lose six digits there. A wider strip costs accuracy or points: |Im| <= 7 needs 16 points
// for 7e-13.
#pragma once

#include "slipstick/core/complex_pack.h"

namespace slipstick::solvers::laplace {

inline constexpr int kGroups = 3;         ///< groups of four points; the weights include the conjugates
inline constexpr double kEnclosed = 3.4;  ///< largest |Im s t|

/// p and w of four points.
ComplexPack Points(int group);
ComplexPack Weights(int group);

/// The number of equal sub-steps of t, at least one, such that poles with |Im s| <= `frequency` rad/s stay
/// enclosed.
int CountSubsteps(double frequency, double t);

/// Faster oscillations are not resolved.
inline constexpr int kMaxSubsteps = 10000;

}  // namespace slipstick::solvers::laplace
