// Contact points that represent the rim of a cylinder's cap.
//
// A flat cap has contacts at points fixed to its rim, so that a resting cylinder keeps its contacts; a tilted
// cap has one at its lowest point. The transition must be continuous, since implicit steppers solve for the
// pose at which forces balance: all these points lie on the cap, and move over it with its slope.
//
//   flat    fixed points on the rim, the lowest at the centre, where noise does not move it
//   tilted  the lowest on the rim, the fixed points moved inwards and so lifted; none from kFlatSlope on
#pragma once

#include <algorithm>

namespace slipstick::geometry {

inline constexpr double kFlatSlope = 0.1;   ///< rad
inline constexpr double kRestSlope = 1e-4;  ///< rad; contacts at rest yield by some 10 µm and tilt less
inline constexpr double kLowestOnRimSlope = 4e-4;  ///< rad

/// Distance of the fixed points from the centre as a fraction of the radius; if not positive, there are none.
inline double FixedPointReach(double slope) { return 1.0 - slope / kFlatSlope; }

/// The same for the lowest point.
inline double LowestPointReach(double slope) {
  return std::clamp((slope - kRestSlope) / (kLowestOnRimSlope - kRestSlope), 0.0, 1.0);
}

}  // namespace slipstick::geometry
