// Tolerances that recur in tests.
#pragma once

namespace slipstick::support {

// --- rounding, in units of 2^-53 = 1.1e-16

/// A few operations on numbers of order 1.
inline constexpr double kRounding = 1e-15;
/// Sums and products of small vectors of order 1: some tens of operations.
inline constexpr double kSumRounding = 1e-14;
/// Some thousand operations on numbers of order 1, or fewer on larger ones: a step, a factorisation, a short
/// run.
inline constexpr double kAccumulatedRounding = 1e-12;
/// N; forces up to some kN.
inline constexpr double kForceRounding = 1e-9;

// --- approximations

/// Relative error of central differences over 1e-8 m or m/s: rounding of the force over the step.
inline constexpr double kDifferenceError = 1e-5;

// --- stopping rules

/// m and rad: default tolerance of SolveInverseKinematics.
inline constexpr double kIkTolerance = 1e-10;
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
