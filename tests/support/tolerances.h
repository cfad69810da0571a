// Tolerances that recur in tests, for quantities of order 1.
#pragma once

namespace slipstick::support {

/// Rounding of a few operations: some units of 2^-53 = 1.1e-16.
inline constexpr double kRounding = 1e-15;
/// Rounding of some thousand operations: a step, a factorisation, or a short run.
inline constexpr double kAccumulatedRounding = 1e-12;

}  // namespace slipstick::support
