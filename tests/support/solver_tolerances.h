// Tolerances that recur in the tests of the solvers.
#pragma once

namespace slipstick::support {

/// A few rounding errors of numbers around 1.
inline constexpr double kFewRoundings = 1e-14;
/// Rounding errors of small problems with numbers around 1.
inline constexpr double kRounding = 1e-12;

/// CoulombSolver and FrictionQp stop at a residual of 1e-10 max |b|. The conditions that the tests check
/// differ from that residual by factors below 100 (masses, speeds and friction coefficients below 10).
inline constexpr double kConeSolved = 1e-8;
/// Lemke on contact problems: the largest residual seen is 1e-11.
inline constexpr double kLemkeSolved = 1e-9;
/// SimplexQp reports convergence up to this residual.
inline constexpr double kSimplexSolved = 1e-10;
/// DenseQp treats rows as satisfied up to 1e-10 of x and 1e-10 of the bound.
inline constexpr double kQpSolved = 2e-10;
/// Differences of DenseQp solutions of equivalent problems: rounding, times a condition number of about 1e3.
inline constexpr double kQpEquivalent = 1e-11;

}  // namespace slipstick::support
