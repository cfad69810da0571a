// A recorded run as a film strip: all bodies at a few instants, from the side and from the front, with
// contact forces and, for a walking robot, footprints.
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

/// The film of a run in this world. InputError, starting with `where`, if the recording is from another
/// world, or has no row in the time span.
FilmStrip DrawFilm(const Recording& recording, const World& world, const std::string& where,
                   const FilmOptions& options = {});

/// The same with the world of the scene in the recording. InputError if the recording has no scene; only runs
/// of scenes have one.
FilmStrip FilmOf(const Recording& recording, const std::string& where, const FilmOptions& options = {});

}  // namespace slipstick::plot
