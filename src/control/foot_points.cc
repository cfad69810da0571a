#include "control/foot_points.h"

#include <algorithm>
#include <limits>

#include "core/convert.h"
#include "dynamics/kinematics.h"

namespace slipstick {
namespace {

using Eigen::Vector3d;

constexpr double kLevel = 1e-3;  // m

/// Points of a shape, world, of which the lowest may touch level ground.
std::vector<Vector3d> Candidates(const Solid& solid, const Pose& X_WS) {
  std::vector<Vector3d> points;
  if (solid.kind == SolidKind::kSphere) points.emplace_back(X_WS.p - solid.radius * Vector3d::UnitZ());
  if (solid.kind == SolidKind::kBox)
    for (int corner = 0; corner < 8; ++corner)
      points.push_back(
          X_WS * ToEigen(solid.half)
                     .cwiseProduct(Vector3d(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1)));
  if (solid.kind == SolidKind::kHull)
    for (const Vec& vertex : solid.hull->vertex) points.push_back(X_WS * ToEigen(vertex));
  return points;
}

/// Of many, those that are farthest out towards four corners: they carry as well, and cost less.
FootPoints FourCorners(const FootPoints& points) {
  FootPoints corners;
  for (const double x : {1.0, -1.0})
    for (const double y : {1.0, -1.0}) {
      const auto reach = [&](const Vector3d& p) { return x * p.x() + y * p.y(); };
      const Vector3d corner =
          *std::max_element(points.begin(), points.end(),
                            [&](const Vector3d& a, const Vector3d& b) { return reach(a) < reach(b); });
      if (std::find(corners.begin(), corners.end(), corner) == corners.end()) corners.push_back(corner);
    }
  return corners;
}

}  // namespace

std::vector<FootPoints> FindFootPoints(const World& world, const LeggedRobot& robot) {
  const Model& model = *robot.model;
  Workspace<double> ws(model);
  ForwardKinematics(model, robot.standing, ws);
  std::vector<FootPoints> feet;
  for (const int frame : robot.feet) {
    const Pose X_WF = FramePose(model, ws, frame);
    const Pose X_WB{X_WF.R * model.frames[frame].X_BF.R.transpose(),
                    X_WF.p - X_WF.R * model.frames[frame].X_BF.R.transpose() * model.frames[frame].X_BF.p};
    std::vector<Vector3d> points;
    for (int i = 0; i < world.geometry().num_shapes(); ++i)
      if (const Shape& shape = world.geometry().shape(i).shape; shape.body == model.frames[frame].body)
        for (const Vector3d& point : Candidates(world.geometry().solid(i), X_WB * shape.X_BS))
          points.push_back(point);
    if (points.empty()) points.push_back(X_WF.p);
    double lowest = std::numeric_limits<double>::infinity();
    for (const Vector3d& point : points) lowest = std::min(lowest, point.z());
    std::erase_if(points, [&](const Vector3d& point) { return point.z() > lowest + kLevel; });
    for (Vector3d& point : points) point = X_WF.R.transpose() * (point - X_WF.p);
    feet.push_back(points.size() > 4 ? FourCorners(points) : points);
  }
  return feet;
}

}  // namespace slipstick
