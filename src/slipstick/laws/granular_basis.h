// Functions of which the forces of sand are sums: of depth, and of the lean of the foot.
//
// Depth: integrals of hats. The slope of a sum is the polygon through its coefficients, so that a sum never
// falls with depth exactly where no coefficient is negative. It begins at depth 0 with slope 0, and goes on
// straight below the deepest node.
//
// Lean: Wendland's C2 functions around centres of a grid, divided by their sum. They need no exponential,
// whose last bit every C library rounds in its own way, only a few of them differ from zero anywhere, and a
// constant is represented exactly. Beyond the largest lean in the data everything stays as it is there.
#pragma once

#include <array>

#include "slipstick/core/vec3.h"

namespace slipstick::laws {

inline constexpr int kDepthNodes = 4;
inline constexpr int kLeanCentres = 21;

/// Where the sole of a foot points to: the horizontal part of its unit normal. 0 if it is level, the sine of
/// its tilt otherwise.
struct Lean {
  double x, y;
};

struct DepthBasis {
  std::array<double, kDepthNodes> value;  ///< m
  std::array<double, kDepthNodes> slope;
};
DepthBasis EvaluateDepthBasis(double depth, double deepest);

struct LeanBasis {
  std::array<double, kLeanCentres> value, by_x, by_y;
};
LeanBasis EvaluateLeanBasis(const Lean& lean, double largest);

}  // namespace slipstick::laws
