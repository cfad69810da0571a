#include "slipstick/plot/film_camera.h"

#include <algorithm>
#include <cmath>

#include "slipstick/core/convert.h"
#include "slipstick/geometry/support.h"

namespace slipstick::plot::film {
namespace {

constexpr int kRound = 24;                       // corners of a circle
constexpr double kSamePlace = 1e-5;              // m: grid of outlines, finer than a picture shows
constexpr double kStraight = 1e-4 * kSamePlace;  // m²: twice the area of a corner that counts as straight

double Turn(const Point& a, const Point& b, const Point& c) {
  const Point u = b - a, v = c - b;
  return u.x() * v.y() - u.y() * v.x();
}

/// The corners of a solid, or points on the rims of a cylinder; empty for round solids.
std::vector<Eigen::Vector3d> CornersOf(const geometry::Solid& solid) {
  std::vector<Eigen::Vector3d> corners;
  if (solid.kind == geometry::SolidKind::kHull)
    for (const geometry::Vec& vertex : solid.hull->vertex) corners.push_back(ToEigen(vertex));
  if (solid.kind == geometry::SolidKind::kBox)
    for (int i = 0; i < 8; ++i)
      corners.emplace_back(i & 1 ? solid.half.x : -solid.half.x, i & 2 ? solid.half.y : -solid.half.y,
                           i & 4 ? solid.half.z : -solid.half.z);
  if (solid.kind == geometry::SolidKind::kCylinder)
    for (int i = 0; i < 2 * kRound; ++i) {
      const int corner = i / 2;
      const double angle = 2.0 * M_PI * corner / kRound;
      corners.emplace_back(solid.radius * std::cos(angle), solid.radius * std::sin(angle),
                           i & 1 ? solid.half_length : -solid.half_length);
    }
  return corners;
}

}  // namespace

std::vector<Point> ConvexOutline(std::vector<Point> points) {
  // Rounded to a grid, so that collinear and equal points are so exactly.
  for (Point& point : points) point = kSamePlace * (point / kSamePlace).array().round().matrix();
  std::sort(points.begin(), points.end(),
            [](const Point& a, const Point& b) { return a.x() != b.x() ? a.x() < b.x() : a.y() < b.y(); });
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  // Lower chain to the right, upper chain back (Andrew's monotone chains).
  std::vector<Point> outline;
  const auto add = [&](const Point& point, size_t fixed) {
    while (outline.size() > fixed && Turn(outline[outline.size() - 2], outline.back(), point) <= kStraight)
      outline.pop_back();
    outline.push_back(point);
  };
  for (const Point& point : points) add(point, 1);
  const size_t lower = outline.size();
  for (size_t i = points.size() - 1; i-- > 0;) add(points[i], lower);
  outline.pop_back();  // the first point again
  return outline;
}

std::vector<Point> OutlineOf(const geometry::Solid& solid, const Pose& X_WS, const Camera& camera) {
  std::vector<Point> points;
  for (const Eigen::Vector3d& corner : CornersOf(solid)) points.push_back(camera.Seen(X_WS * corner));
  if (points.empty())  // a round solid: the farthest point in each direction of the page
    for (int i = 0; i < kRound; ++i) {
      const double angle = 2.0 * M_PI * i / kRound;
      const Eigen::Vector3d out = std::cos(angle) * camera.right + std::sin(angle) * camera.up;
      const geometry::Vec direction = FromEigen(X_WS.R.transpose() * out);
      points.push_back(camera.Seen(X_WS * ToEigen(geometry::CoreSupport(solid, direction)) +
                                   geometry::CoreRadius(solid) * out));
    }
  return ConvexOutline(std::move(points));
}

double NearestDepth(const geometry::Solid& solid, const Pose& X_WS, const Camera& camera) {
  const Eigen::Vector3d to_eye = camera.right.cross(camera.up);
  const geometry::Vec direction = FromEigen(X_WS.R.transpose() * to_eye);
  return camera.Depth(X_WS * ToEigen(geometry::CoreSupport(solid, direction))) - geometry::CoreRadius(solid);
}

}  // namespace slipstick::plot::film
