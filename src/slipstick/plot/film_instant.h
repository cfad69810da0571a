// The instants of a recording that a film shows, and where everybody is then.
#pragma once

#include <string>
#include <vector>

#include "slipstick/plot/film.h"
#include "slipstick/plot/film_cast.h"
#include "slipstick/record/recording.h"

namespace slipstick::plot::film {

struct Instant {
  int64_t row;
  std::vector<Pose> X_WB;          ///< of all bodies
  Eigen::Vector3d subject;         ///< where it is
  Eigen::Vector3d centre_of_mass;  ///< of the subject
};

/// Rows at about equal distances in time. InputError, starting with `where`, if there is none in this time.
std::vector<int64_t> RowsOf(const Recording& recording, const FilmOptions& options, const std::string& where);

Instant InstantAt(const Recording& recording, const Model& model, const Cast& cast, int64_t row);

/// What the subject measures at this instant, m; without a subject: all that moves.
double SizeOf(const Instant& instant, const Model& model, const Cast& cast);

}  // namespace slipstick::plot::film
