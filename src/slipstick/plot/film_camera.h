// Orthographic view of a scene: outlines and depths.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "slipstick/geometry/solid.h"
#include "slipstick/plot/film_strip.h"

namespace slipstick::plot::film {

/// The directions right and up of the page, as orthogonal unit vectors of the world.
struct Camera {
  Eigen::Vector3d right, up;

  FilmStrip::Point Seen(const Eigen::Vector3d& p) const { return {right.dot(p), up.dot(p)}; }
  /// Distance along the direction of view.
  double Depth(const Eigen::Vector3d& p) const { return up.cross(right).dot(p); }
};

/// The corners of the smallest convex area around the points, counter-clockwise; two if they lie on a line,
/// one if they are all the same.
std::vector<FilmStrip::Point> ConvexOutline(std::vector<FilmStrip::Point> points);

/// The outline of a solid with pose X_WS. Not for planes and height fields.
std::vector<FilmStrip::Point> OutlineOf(const geometry::Solid& solid, const Pose& X_WS, const Camera& camera);

/// Depth of its nearest point. Solids are drawn from far to near.
double NearestDepth(const geometry::Solid& solid, const Pose& X_WS, const Camera& camera);

}  // namespace slipstick::plot::film
