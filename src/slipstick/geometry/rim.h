// Points that stand for the rim of a cylinder's cap.
//
// A cap that lies flat is held by points fixed to its rim, so that what stands still keeps its contacts; one
// that leans, by its lowest point, wherever that is. In between nothing may jump, since steppers look for the
// pose at which forces balance: all these points lie on the cap, and move over it with its slope.
//
//   flat    fixed points on the rim, the lowest at the centre, where no noise moves it
//   leans   the lowest on the rim, the fixed points drawn inwards and so lifted off; from kFlatSlope on they
//   are gone
#pragma once

#include <algorithm>

namespace slipstick::geometry {

inline constexpr double kFlatSlope = 0.1;          ///< rad
inline constexpr double kStillSlope = 1e-4;        ///< rad; what rests on some 10 µm of give leans less
inline constexpr double kLowestOnRimSlope = 4e-4;  ///< rad

/// Distance of the fixed points from the centre as a share of the radius; not positive: there are none.
inline double FixedPointReach(double slope) { return 1.0 - slope / kFlatSlope; }

/// The same for the lowest point.
inline double LowestPointReach(double slope) {
  return std::clamp((slope - kStillSlope) / (kLowestOnRimSlope - kStillSlope), 0.0, 1.0);
}

}  // namespace slipstick::geometry
