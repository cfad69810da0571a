#include "slipstick/control/followers/foot_points.h"

#include <algorithm>
#include <limits>
#include <numbers>

#include "slipstick/core/convert.h"
#include "slipstick/core/scalar.h"
#include "slipstick/dynamics/kinematics.h"

namespace slipstick::control {
namespace {

using Eigen::Vector3d;

constexpr double kGroundTolerance = 1e-3;  ///< m; points this far above the lowest one touch level ground

/// Points of a shape that may touch level ground, world. None for shapes without corners other than spheres
/// (capsules, cylinders, ellipsoids): their lowest point depends on the orientation of the foot.
std::vector<Vector3d> Candidates(const geometry::Solid& solid, const Pose& X_WS) {
  std::vector<Vector3d> points;
  if (solid.kind == geometry::SolidKind::kSphere)
    points.emplace_back(X_WS.p - solid.radius * Vector3d::UnitZ());
  if (solid.kind == geometry::SolidKind::kBox)
    for (int corner = 0; corner < 8; ++corner)
      points.push_back(
          X_WS * ToEigen(solid.half)
                     .cwiseProduct(Vector3d(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1)));
  if (solid.kind == geometry::SolidKind::kHull)
    for (const geometry::Vec& vertex : solid.hull->vertex) points.push_back(X_WS * ToEigen(vertex));
  return points;
}

/// The extreme points in four directions 90 degrees apart, the first at this angle from x; in order of angle.
std::vector<Vector3d> Farthest(const std::vector<Vector3d>& points, double angle) {
  std::vector<Vector3d> corners;
  for (int k = 0; k < 4; ++k) {
    const auto [sine, cosine] = SinCos(angle + 0.5 * std::numbers::pi * k);
    const auto reach = [s = sine, c = cosine](const Vector3d& p) { return c * p.x() + s * p.y(); };
    const Vector3d corner =
        *std::max_element(points.begin(), points.end(),
                          [&](const Vector3d& a, const Vector3d& b) { return reach(a) < reach(b); });
    if (std::find(corners.begin(), corners.end(), corner) == corners.end()) corners.push_back(corner);
  }
  return corners;
}

double TwiceArea(const std::vector<Vector3d>& polygon) {
  double area = 0.0;
  for (size_t i = 0; i < polygon.size(); ++i) {
    const Vector3d &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    area += a.x() * b.y() - a.y() * b.x();
  }
  return area;
}

/// Four of many points that span a large area: the extreme points in four perpendicular directions, for the
/// best of eight orientations. The support polygon shrinks a little, but every point adds three force
/// variables.
std::vector<Vector3d> FourCorners(const std::vector<Vector3d>& points) {
  constexpr int kAngles = 8;
  std::vector<Vector3d> best;
  for (int k = 0; k < kAngles; ++k) {
    std::vector<Vector3d> corners = Farthest(points, 0.5 * std::numbers::pi * (k + 0.5) / kAngles);
    if (best.empty() || TwiceArea(corners) > TwiceArea(best)) best = std::move(corners);
  }
  return best;
}

/// The lowest points of one body, world.
std::vector<Vector3d> LowestPoints(const World& world, const Workspace<double>& ws, int body) {
  const Pose X_WB{ToEigen(ws.body[body].R), ToEigen(ws.p_WB(world.model(), body))};
  std::vector<Vector3d> points;
  double lowest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < world.geometry().num_shapes(); ++i) {
    const Shape& shape = world.geometry().shape(i).shape;
    if (shape.body != body) continue;
    for (const Vector3d& point : Candidates(world.geometry().solid(i), X_WB * shape.X_BS)) {
      points.push_back(point);
      lowest = std::min(lowest, point.z());
    }
  }
  std::erase_if(points, [&](const Vector3d& point) { return point.z() > lowest + kGroundTolerance; });
  return points.size() > 4 ? FourCorners(points) : points;
}

}  // namespace

std::vector<FootPoints> FindFootPoints(const World& world, const LeggedRobot& robot) {
  Workspace<double> ws(*robot.model);
  dynamics::ForwardKinematics(*robot.model, robot.standing, ws);
  std::vector<FootPoints> feet;
  for (const int frame : robot.feet) {
    const Pose X_WF = dynamics::FramePose(*robot.model, ws, frame);
    FootPoints points = LowestPoints(world, ws, robot.model->frames()[frame].body);
    for (Vector3d& point : points) point = X_WF.R.transpose() * (point - X_WF.p);
    if (points.empty()) points.push_back(Vector3d::Zero());  // the origin of the frame
    feet.push_back(std::move(points));
  }
  return feet;
}

}  // namespace slipstick::control
