// Where a face meets what lies on it.
#pragma once

#include "slipstick/geometry/reduction.h"
#include "slipstick/geometry/support_polygon.h"

namespace slipstick::geometry {

/// The part of `incident` (a polygon or a segment) that lies over the face `reference`, as candidates with
/// gap <= margin: p on the incident one, gap its height over the face less `radius`. Both in the same frame.
/// Features name shape a and b as feature_id.h wants; `reference_is_b` says who is who. Returns how many.
int ClipToFace(const SupportPolygon& reference, const SupportPolygon& incident, bool reference_is_b,
               double radius, double margin, Candidate out[kMostKept]);

}  // namespace slipstick::geometry
