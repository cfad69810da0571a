// The linearised wrench of all contacts between two bodies at a Newton iterate, as a function of the relative
// motion of the bodies.
#pragma once

#include "slipstick/core/spatial.h"

namespace slipstick::tamsi {

/// Derivative of a wrench by a motion, both about one point.
struct PairStiffness {
  Mat3<double> ll = Mat3<double>::Zero(), la = ll, al = ll, aa = ll;  ///< force and moment by lin and ang

  /// Adds to all but ll those of a force at r whose derivative by the velocity there is G.
  SLIPSTICK_INLINE void AddMoments(const Mat3<double>& G, const Vec3<double>& r) {
    const Mat3<double> turn{r.y * G.z - r.z * G.y, r.z * G.x - r.x * G.z, r.x * G.y - r.y * G.x};
    la += turn;
    al += Mat3<double>{Cross(r, G.x), Cross(r, G.y), Cross(r, G.z)};
    aa += Mat3<double>{Cross(r, turn.x), Cross(r, turn.y), Cross(r, turn.z)};
  }
  SLIPSTICK_INLINE Force<double> operator*(const Motion<double>& m) const {
    return {ll * m.lin + la * m.ang, al * m.lin + aa * m.ang};
  }
};

/// The wrench on a is at_start + by_motion u, where u is the change of the motion of a relative to b since
/// the start of the step.
struct PairResponse {
  Force<double> at_start = Force<double>::Zero();
  PairStiffness by_motion;
  bool is_active = false;  ///< some contact exerts a force; otherwise all is zero
};

}  // namespace slipstick::tamsi
