// Where the round cap of a cylinder meets a face, a segment or another cap.
#pragma once

#include "slipstick/geometry/reduction.h"
#include "slipstick/geometry/support_polygon.h"

namespace slipstick::geometry {

inline constexpr int kMostCapContacts = 16;

/// The places where `cap`, a round face, and `other` lie over each other along `up`, a unit vector from the
/// cap to the other that is about the normal of one of them. All in one frame. As candidates with gap <=
/// margin: p on the plane of the cap, gap the height of the other over it along `up`, less `radius`. Features
/// name shape a and b as feature_id.h wants. Returns how many.
int MeetCap(const SupportPolygon& cap, const SupportPolygon& other, bool cap_is_b, const Vec& up,
            double radius, double margin, Candidate out[kMostCapContacts]);

}  // namespace slipstick::geometry
