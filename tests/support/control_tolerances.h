// Tolerances that recur in tests of controllers.
#pragma once

namespace slipstick::support {

/// Rounding of sums, polynomials and small linear solves whose terms are of order 1 to 10 in SI units.
inline constexpr double kControlRounding = 1e-12;

/// m and rad: default tolerance of SolveInverseKinematics.
inline constexpr double kIkTolerance = 1e-10;

}  // namespace slipstick::support
