// Clipping of a polygon or a segment to a face.
#pragma once

#include "slipstick/geometry/reduction.h"
#include "slipstick/geometry/support_polygon.h"

namespace slipstick::geometry {

/// Clips `incident` (a polygon or a segment) to the face `reference`, both in the same frame. Writes
/// candidates with gap <= margin: p is on the incident polygon, gap is its height over the face less
/// `radius`. Features follow feature_id.h; `reference_is_b` tells which shape has the reference face. Returns
/// the number of candidates.
int ClipToFace(const SupportPolygon& reference, const SupportPolygon& incident, bool reference_is_b,
               double radius, double margin, Candidate out[kMaxKept]);

}  // namespace slipstick::geometry
