#include "slipstick/plot/film_ground.h"

#include <algorithm>
#include <cmath>

#include "slipstick/core/convert.h"

namespace slipstick::plot::film {
namespace {

constexpr double kSteepest = 0.05;  // z of the normal; planes with a smaller one are walls

/// Height of a plane at the x and y of p.
std::optional<double> HeightOfPlane(const Eigen::Vector3d& point, const Eigen::Vector3d& normal,
                                    const Eigen::Vector3d& p) {
  if (normal.z() < kSteepest) return {};
  return point.z() - normal.head<2>().dot(p.head<2>() - point.head<2>()) / normal.z();
}

std::optional<double> HeightOf(const World& world, int shape, const Eigen::Vector3d& p) {
  const Pose& X_WS = world.geometry().shape(shape).shape.X_BS;
  const geometry::Solid& solid = world.geometry().solid(shape);
  if (solid.kind == geometry::SolidKind::kPlane) return HeightOfPlane(X_WS.p, X_WS.R.col(2), p);
  const Eigen::Vector3d p_S = X_WS.R.transpose() * (p - X_WS.p);
  const int index = solid.field->TriangleAt(p_S.x(), p_S.y());
  if (index < 0) return {};
  const geometry::FieldTriangle triangle = solid.field->Triangle(index);
  return HeightOfPlane(X_WS * ToEigen(triangle.corner[0]), X_WS.R * ToEigen(triangle.normal), p);
}

}  // namespace

std::optional<double> GroundHeight(const World& world, const std::vector<int>& grounds,
                                   const Eigen::Vector3d& p) {
  std::optional<double> highest;
  for (const int shape : grounds)
    if (const std::optional<double> height = HeightOf(world, shape, p))
      highest = std::max(highest.value_or(*height), *height);
  return highest;
}

bool IsFlat(const World& world, const std::vector<int>& grounds) {
  return grounds.size() == 1 && world.geometry().solid(grounds[0]).kind == geometry::SolidKind::kPlane;
}

}  // namespace slipstick::plot::film
