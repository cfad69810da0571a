// Footprints of a walk seen from above, and the path of the centre of pressure.
#pragma once

#include "slipstick/plot/film_bodies.h"
#include "slipstick/plot/film_camera.h"
#include "slipstick/record/recording.h"

namespace slipstick::plot::film {

/// From row `first` to `last`. For each stance of a body, the outline of its contact points is a patch. The
/// common centre of pressure is a path, interrupted during flight.
FilmStrip::Figure Footprints(const Recording& recording, const DrawnBodies& bodies, const Camera& from_above,
                             int64_t first, int64_t last);

}  // namespace slipstick::plot::film
