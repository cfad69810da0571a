// Contacts of the round cap of a cylinder with a face, a segment or another cap.
#pragma once

#include "slipstick/geometry/reduction.h"
#include "slipstick/geometry/support_polygon.h"

namespace slipstick::geometry {

inline constexpr int kMaxCapContacts = 16;

/// Finds the points where `cap`, a round face, and `other` overlap in the projection along `up`, a unit
/// vector from the cap to the other shape that is close to the normal of one of them. All arguments are in
/// one frame. Writes candidates with gap <= margin: p is on the plane of the cap, gap is the height of the
/// other shape over it along `up`, less `radius`. Features follow feature_id.h. Returns the number of
/// candidates.
int CollideCap(const SupportPolygon& cap, const SupportPolygon& other, bool cap_is_b, const Vec& up,
               double radius, double margin, Candidate out[kMaxCapContacts]);

}  // namespace slipstick::geometry
