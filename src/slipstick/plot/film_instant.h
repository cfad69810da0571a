// The instants of a recording that a film shows, and the poses of all bodies then.
#pragma once

#include <string>
#include <vector>

#include "slipstick/plot/film.h"
#include "slipstick/plot/film_bodies.h"
#include "slipstick/record/recording.h"

namespace slipstick::plot::film {

struct Instant {
  int64_t row;
  std::vector<Pose> X_WB;          ///< of all bodies
  Eigen::Vector3d subject;         ///< its position
  Eigen::Vector3d centre_of_mass;  ///< of the subject
};

/// Rows at about equal distances in time. InputError, starting with `where`, if there is none in the time
/// span.
std::vector<int64_t> RowsOf(const Recording& recording, const FilmOptions& options, const std::string& where);

Instant InstantAt(const Recording& recording, const Model& model, const DrawnBodies& bodies, int64_t row);

/// Size of the subject at this instant, m; without a subject, of all moving bodies together.
double SizeOf(const Instant& instant, const Model& model, const DrawnBodies& bodies);

}  // namespace slipstick::plot::film
