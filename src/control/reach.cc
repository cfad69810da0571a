#include "control/reach.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "control/inverse_kinematics.h"
#include "core/error.h"
#include "dynamics/kinematics.h"

namespace slipstick {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

/// The target that is missed most, in words.
std::string WorstTarget(const LeggedRobot& robot, const IkTargets& targets, const VectorXd& q,
                        Workspace<double>& ws) {
  const Model& model = *robot.model;
  ForwardKinematics(model, q, VectorXd(VectorXd::Zero(model.nv)), ws);
  const auto describe = [](const std::string& what, const Vector3d& p, double error) {
    return fmt::format("{} cannot be at ({:.3f}, {:.3f}, {:.3f}) m, it stays {:.1f} mm away", what, p.x(),
                       p.y(), p.z(), 1e3 * error);
  };
  const Vector3d com = targets.center_of_mass->p_W;
  double worst = (CenterOfMass(robot, ws) - com).norm();
  std::string text = describe("the centre of mass", com, worst);
  for (const FrameTarget& target : targets.frames) {
    if (!target.p_WF) continue;
    const double error = (FramePose(model, ws, target.frame).p - *target.p_WF).norm();
    if (error <= worst) continue;
    worst = error;
    text = describe(fmt::format("'{}'", model.frames[target.frame].name), *target.p_WF, error);
  }
  return text;
}

}  // namespace

void RequireReach(const char* where, const LeggedRobot& robot, const MotionPlan& plan,
                  const ReachOptions& options) {
  const Model& model = *robot.model;
  Workspace<double> ws(model);
  ForwardKinematics(model, robot.standing, VectorXd(VectorXd::Zero(model.nv)), ws);
  const Vector3d moved_point = plan.moves_center_of_mass() ? CenterOfMass(robot, ws) : robot.base_position;
  const Vector3d com_offset = CenterOfMass(robot, ws) - moved_point;
  IkTargets targets;
  for (const int foot : robot.feet) {
    targets.frames.push_back({foot});
    if (options.level_feet) targets.frames.back().R_WF = FramePose(model, ws, foot).R;
  }
  targets.center_of_mass = CenterOfMassTarget{Vector3d::Zero(), robot.base};
  // the base stays upright, wherever it is
  const int base = model.frame(model.bodies[robot.base].name);
  targets.frames.push_back({base, {}, FramePose(model, ws, base).R});

  InverseKinematicsOptions ik;
  ik.tolerance = 0.1 * options.tolerance;
  ik.dofs = robot.joints;
  for (int k = 0; k < model.joints[robot.base].nv; ++k) ik.dofs.push_back(robot.base_v + k);
  VectorXd q = robot.standing;
  const int pieces = std::max(1, static_cast<int>(std::ceil(plan.duration() / options.interval)));
  for (int i = 0; i <= pieces; ++i) {
    const double t = plan.duration() * i / pieces;
    for (int c = 0; c < robot.num_feet(); ++c) targets.frames[c].p_WF = plan.Foot(c, t).p;
    targets.center_of_mass->p_W = plan.Body(t).p + com_offset;
    if (SolveInverseKinematics(model, targets, q, ws, ik).error <= options.tolerance) continue;
    throw InputError(
        fmt::format("{} of '{}': at t = {:.2f} s {} within the joint limits. Step or move less, or stand "
                    "with joints more bent.",
                    where, model.name, t, WorstTarget(robot, targets, q, ws)));
  }
}

}  // namespace slipstick
