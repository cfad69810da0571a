// What a walk leaves on the ground: where feet stood, and the way of the load over them.
#pragma once

#include "slipstick/plot/film_camera.h"
#include "slipstick/plot/film_cast.h"
#include "slipstick/record/recording.h"

namespace slipstick::plot::film {

/// From row `first` to `last`. Each time that a body stands, the outline of its contact points is a patch;
/// the centre of pressure of all of them is a path, interrupted where nothing carries.
FilmStrip::Figure Footprints(const Recording& recording, const Cast& cast, const Camera& from_above,
                             int64_t first, int64_t last);

}  // namespace slipstick::plot::film
