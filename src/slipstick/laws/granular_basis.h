// Basis functions of granular forces: functions of depth times functions of the tilt of the foot.
//
// Depth: integrals of hat functions. The slope of a sum is the polygon through its coefficients, so the sum
// is monotonic in depth exactly if no coefficient is negative. It starts at depth 0 with slope 0, and is
// linear below the deepest node.
//
// Tilt: Wendland's C2 functions around the centres of a grid, divided by their sum. They need no exponential,
// whose last bit depends on the C library. Only a few of them are nonzero at any tilt, and a constant is
// represented exactly. Beyond the largest tilt in the data they are constant.
#pragma once

#include <array>

namespace slipstick::laws {

inline constexpr int kDepthNodes = 4;
inline constexpr int kTiltCentres = 21;

/// Tilt of the sole of a foot: the horizontal components of its unit normal. The length is the sine of the
/// tilt angle; 0 if level.
struct Tilt {
  double x, y;
};

struct DepthBasis {
  std::array<double, kDepthNodes> value;  ///< m
  std::array<double, kDepthNodes> slope;
};
DepthBasis EvaluateDepthBasis(double depth, double deepest);

struct TiltBasis {
  std::array<double, kTiltCentres> value, by_x, by_y;
};
TiltBasis EvaluateTiltBasis(const Tilt& tilt, double largest);

}  // namespace slipstick::laws
