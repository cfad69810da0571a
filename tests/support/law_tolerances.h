// Tolerances that recur in the tests of force laws and of their derivatives.
#pragma once

namespace slipstick::support {

/// Ratios and forces around 1 N: rounding.
inline constexpr double kLawRounding = 1e-12;
/// N; forces up to some kN: rounding.
inline constexpr double kForceRounding = 1e-9;
/// Relative error of central differences over 1e-8 m or m/s: rounding of the force over the step.
inline constexpr double kDifferenceError = 1e-5;

}  // namespace slipstick::support
