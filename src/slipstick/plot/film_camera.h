// A scene seen from far away along a direction: everything as its outline.
#pragma once

#include <vector>

#include "slipstick/geometry/solid.h"
#include "slipstick/plot/film_strip.h"

namespace slipstick::plot::film {

/// What is to the right and up on the page, as unit vectors of the world, across each other.
struct Camera {
  Eigen::Vector3d right, up;

  FilmStrip::Point Seen(const Eigen::Vector3d& p) const { return {right.dot(p), up.dot(p)}; }
  /// How far away from the eye.
  double Depth(const Eigen::Vector3d& p) const { return up.cross(right).dot(p); }
};

/// The corners of the smallest convex area around the points, counter-clockwise; two if they lie on a line,
/// one if they are all the same.
std::vector<FilmStrip::Point> ConvexOutline(std::vector<FilmStrip::Point> points);

/// The outline of a solid, which is no ground, at this place.
std::vector<FilmStrip::Point> OutlineOf(const geometry::Solid& solid, const Pose& X_WS, const Camera& camera);

/// How far away its nearest point is: what comes later hides what comes before.
double NearestDepth(const geometry::Solid& solid, const Pose& X_WS, const Camera& camera);

}  // namespace slipstick::plot::film
