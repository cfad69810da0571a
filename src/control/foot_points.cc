#include "control/foot_points.h"

#include <algorithm>
#include <limits>

#include "dynamics/kinematics.h"

namespace slipstick {
namespace {

using Eigen::Vector3d;

constexpr double kLevel = 1e-3;  // m

/// Points of a shape, world, of which the lowest may touch level ground.
std::vector<Vector3d> Candidates(const Geometry& geometry, const Pose& X_WS) {
  std::vector<Vector3d> points;
  if (const auto* sphere = std::get_if<SphereGeometry>(&geometry))
    points.emplace_back(X_WS.p - sphere->radius * Vector3d::UnitZ());
  if (const auto* box = std::get_if<BoxGeometry>(&geometry))
    for (int corner = 0; corner < 8; ++corner)
      points.push_back(X_WS * (0.5 * box->size.cwiseProduct(Vector3d(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1,
                                                                     corner & 4 ? 1 : -1))));
  if (const auto* hull = std::get_if<ConvexGeometry>(&geometry))
    for (const Vector3d& vertex : hull->vertices) points.push_back(X_WS * vertex);
  return points;
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
        for (const Vector3d& point : Candidates(shape.geometry, X_WB * shape.X_BS)) points.push_back(point);
    if (points.empty()) points.push_back(X_WF.p);
    double lowest = std::numeric_limits<double>::infinity();
    for (const Vector3d& point : points) lowest = std::min(lowest, point.z());
    std::erase_if(points, [&](const Vector3d& point) { return point.z() > lowest + kLevel; });
    for (Vector3d& point : points) point = X_WF.R.transpose() * (point - X_WF.p);
    feet.push_back(std::move(points));
  }
  return feet;
}

}  // namespace slipstick
