#include "slipstick/control/followers/gait_controller.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "slipstick/control/inverse_kinematics.h"
#include "slipstick/core/error.h"
#include "slipstick/dynamics/kinematics.h"

namespace slipstick::control {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

/// Entries of q that belong to the joints of the robot.
std::vector<int> CoordinatesOf(const LeggedRobot& robot) {
  std::vector<int> coordinates;
  for (const int dof : robot.joints) {
    const Joint& joint = robot.model->joints()[robot.model->dofs()[dof].joint];
    if (joint.nq != joint.nv)
      throw InputError(fmt::format("gait of '{}': joint '{}' is {}; legs need prismatic or revolute joints.",
                                   robot.model->name(), joint.name, model::KindName(joint.kind)));
    coordinates.push_back(joint.q + dof - joint.v);
  }
  return coordinates;
}

[[noreturn]] void ThrowUnreachableFoot(const LeggedRobot& robot, const std::vector<FrameTarget>& targets,
                                       double t, const Workspace<double>& ws) {
  int worst = 0;
  double largest = -1.0;
  for (int c = 0; c < robot.num_feet(); ++c)
    if (const double error =
            (dynamics::FramePose(*robot.model, ws, robot.feet[c]).p - *targets[c].p_WF).norm();
        error > largest)
      largest = error, worst = c;
  const Vector3d offset = *targets[worst].p_WF - robot.stance[worst];
  throw InputError(
      fmt::format("gait of '{}': at t = {:.3f} s foot '{}' cannot move by ({:.3f}, {:.3f}, {:.3f}) m "
                  "relative to the body from its standing position; error {:.1e} m. Use a smaller motion, "
                  "another standing pose or wider joint limits.",
                  robot.model->name(), t, robot.model->frames()[robot.feet[worst]].name, offset.x(),
                  offset.y(), offset.z(), largest));
}

}  // namespace

JointSpline SolveForJoints(const LeggedRobot& robot, const MotionPlan& plan, double interval) {
  if (plan.moves_center_of_mass())
    throw InputError(
        fmt::format("gait of '{}': the plan moves the centre of mass, expected a plan that moves the base.",
                    robot.model->name()));
  const std::vector<int> coordinates = CoordinatesOf(robot);
  Workspace<double> ws(*robot.model);
  InverseKinematicsOptions options;
  options.dofs = robot.joints;
  std::vector<FrameTarget> targets;
  for (const int frame : robot.feet) targets.push_back({frame});

  const int intervals = std::max(1, static_cast<int>(std::ceil(plan.duration() / interval - 1e-9)));
  const double step = plan.duration() / intervals;
  std::vector<VectorXd> points;
  for (int k = 0; k <= intervals; ++k) {
    const double t = k * step;
    const Vector3d body_moved = plan.Body(t).p - robot.base_position;
    for (int c = 0; c < robot.num_feet(); ++c) targets[c].p_WF = plan.Foot(c, t).p - body_moved;
    VectorXd q = robot.standing;
    const IkResult result = SolveInverseKinematics(*robot.model, targets, q, ws, options);
    if (result.status != IkStatus::kReached) {
      dynamics::ForwardKinematics(*robot.model, q, ws);
      ThrowUnreachableFoot(robot, targets, t, ws);
    }
    points.push_back(q(coordinates));
  }
  return {step, std::move(points)};
}

GaitController::GaitController(const LeggedRobot& robot, const MotionPlan& plan,
                               const JointFeedbackOptions& options, double preview)
    : dofs_(robot.joints),
      coordinates_(CoordinatesOf(robot)),
      path_(SolveForJoints(robot, plan)),
      feedback_(*robot.model, dofs_, options),
      preview_(preview),
      no_force_(VectorXd::Zero(robot.model->nv())),
      q_ref_(robot.standing),
      v_ref_(VectorXd::Zero(robot.model->nv())) {
  path_.At(0.0, now_);
}

void GaitController::Update(const State& state, Actuation& actuation) {
  path_.At(state.t + preview_, now_);
  for (size_t k = 0; k < dofs_.size(); ++k) q_ref_[coordinates_[k]] = now_.q[k], v_ref_[dofs_[k]] = now_.v[k];
  feedback_.Apply(state, no_force_, q_ref_, v_ref_, actuation);
}

}  // namespace slipstick::control
