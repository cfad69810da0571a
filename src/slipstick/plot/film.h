// A recorded run as pictures: everybody at a few instants, from the side and from the front, with the forces
// of contacts, and the footprints of what walked.
//
//   FilmStrip film = FilmOf(ReadRecording("trot.npz"), "trot.npz");
//   WriteFileAtomically("trot.film.svg", ToSvg(film));
#pragma once

#include <limits>
#include <string>

#include "slipstick/plot/film_strip.h"
#include "slipstick/record/recording.h"
#include "slipstick/world/world.h"

namespace slipstick::plot {

struct FilmOptions {
  int figures = 8;  ///< at equal distances in time; fewer if there are not as many rows
  double from = -std::numeric_limits<double>::infinity(),
         to = std::numeric_limits<double>::infinity();  ///< s
};

/// Of a run in this world. InputError, starting with `where`, if the recording is from another, or has no row
/// in this time.
FilmStrip DrawFilm(const Recording& recording, const World& world, const std::string& where,
                   const FilmOptions& options = {});

/// The same with the world that the recording holds. InputError if it holds none: only runs of scenes do.
FilmStrip FilmOf(const Recording& recording, const std::string& where, const FilmOptions& options = {});

}  // namespace slipstick::plot
