#include "slipstick/control/followers/foot_reach.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "slipstick/control/inverse_kinematics.h"
#include "slipstick/core/error.h"
#include "slipstick/core/rotation_vector.h"
#include "slipstick/dynamics/kinematics.h"

namespace slipstick::control {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

/// Keeps the description of the target with the largest error.
class Worst {
 public:
  void Consider(const std::string& what, const Vector3d& p, double error) {
    if (error <= worst_) return;
    worst_ = error;
    text_ = fmt::format("{} cannot reach ({:.3f}, {:.3f}, {:.3f}) m, error {:.1f} mm", what, p.x(), p.y(),
                        p.z(), 1e3 * error);
  }
  void Consider(const std::string& what, const Eigen::Matrix3d& R, const Eigen::Matrix3d& R_desired) {
    const double error = RotationVector(R_desired * R.transpose()).norm();
    if (error <= worst_) return;
    worst_ = error;
    text_ = fmt::format("{} cannot keep its orientation, error {:.1f} deg", what,
                        error * 180.0 / std::numbers::pi);
  }
  const std::string& text() const { return text_; }

 private:
  double worst_ = -1.0;  ///< m or rad
  std::string text_;
};

std::string WorstTarget(const LeggedRobot& robot, const IkTargets& targets, const VectorXd& q,
                        Workspace<double>& ws) {
  const Model& model = *robot.model;
  dynamics::ForwardKinematics(model, q, ws);
  Worst worst;
  const Vector3d& com = targets.center_of_mass->p_W;
  worst.Consider("the centre of mass", com, (CenterOfMass(robot, ws) - com).norm());
  for (const FrameTarget& target : targets.frames) {
    const Pose X = dynamics::FramePose(model, ws, target.frame);
    const std::string name = fmt::format("'{}'", model.frames()[target.frame].name);
    if (target.p_WF) worst.Consider(name, *target.p_WF, (X.p - *target.p_WF).norm());
    if (target.R_WF) worst.Consider(name, X.R, *target.R_WF);
  }
  return worst.text();
}

/// Targets of the standing configuration: feet, orientation of the base, centre of mass.
IkTargets StandingTargets(const LeggedRobot& robot, const std::vector<FootPoints>& points,
                          const Workspace<double>& ws) {
  const Model& model = *robot.model;
  IkTargets targets;
  for (int c = 0; c < robot.num_feet(); ++c) {
    const Pose X = dynamics::FramePose(model, ws, robot.feet[c]);
    targets.frames.push_back({robot.feet[c], X.p});
    if (points[c].size() > 1) targets.frames.back().R_WF = X.R;
  }
  const int base = model.frame(model.bodies()[robot.base].name);
  targets.frames.push_back({base, {}, dynamics::FramePose(model, ws, base).R});
  targets.center_of_mass = CenterOfMassTarget{CenterOfMass(robot, ws), robot.base};
  return targets;
}

/// All dofs of the robot, including its base.
std::vector<int> DofsOf(const LeggedRobot& robot) {
  std::vector<int> dofs = robot.joints;
  for (int k = 0; k < robot.model->joints()[robot.base].nv; ++k) dofs.push_back(robot.base_v + k);
  return dofs;
}

}  // namespace

void RequireReach(const char* where, const LeggedRobot& robot, const MotionPlan& plan,
                  const std::vector<FootPoints>& points, const ReachOptions& options) {
  const Model& model = *robot.model;
  Workspace<double> ws(model);
  dynamics::ForwardKinematics(model, robot.standing, ws);
  IkTargets targets = StandingTargets(robot, points, ws);
  const Vector3d com = targets.center_of_mass->p_W;
  const Vector3d com_offset =
      plan.moves_center_of_mass() ? Vector3d::Zero() : Vector3d(com - robot.base_position);

  InverseKinematicsOptions ik;
  ik.tolerance = 0.1 * options.tolerance;
  ik.dofs = DofsOf(robot);
  VectorXd q = robot.standing;
  const int intervals = std::max(1, static_cast<int>(std::ceil(plan.duration() / options.interval)));
  for (int i = 0; i <= intervals; ++i) {
    const double t = plan.duration() * i / intervals;
    for (int c = 0; c < robot.num_feet(); ++c) targets.frames[c].p_WF = plan.Foot(c, t).p;
    targets.center_of_mass->p_W = plan.Body(t).p + com_offset;
    if (SolveInverseKinematics(model, targets, q, ws, ik).error <= options.tolerance) continue;
    throw InputError(fmt::format(
        "{} of '{}': at t = {:.2f} s {} within the joint limits. Use shorter footsteps or smaller "
        "motions, or another standing pose.",
        where, model.name(), t, WorstTarget(robot, targets, q, ws)));
  }
}

}  // namespace slipstick::control
