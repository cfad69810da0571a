#include "slipstick/control/followers/task_space_controller.h"

#include <fmt/core.h>

#include <algorithm>

#include "slipstick/core/error.h"
#include "slipstick/dynamics/kinematics.h"

namespace slipstick::control {

using Eigen::Vector3d;
using Eigen::VectorXd;

void TaskTrackingOptions::Visit(FieldVisitor& visit) {
  visit.Number("com_weight", com_weight, {0.0, 1e6}, "", "weight of the centre-of-mass task");
  visit.Number("com_kp", com_kp, {0.0, 1e6}, "1/s²", "stiffness of centre-of-mass feedback");
  visit.Number("foot_weight", foot_weight, {0.0, 1e6}, "", "weight of a swing foot task");
  visit.Number("foot_kp", foot_kp, {0.0, 1e6}, "1/s²", "stiffness of swing foot feedback");
  visit.Number("turn_weight", turn_weight, {0.0, 1e6}, "", "weight of the base orientation task");
  visit.Number("turn_kp", turn_kp, {0.0, 1e6}, "1/s²", "stiffness of base orientation feedback");
  visit.Number("posture_weight", posture_weight, {0.0, 1e6}, "", "weight of the posture task");
  visit.Number("posture_kp", posture_kp, {0.0, 1e6}, "1/s²", "stiffness of posture feedback");
  visit.Number("force_weight", force_weight, {1e-12, 1e6}, "1/N²", "weight of contact forces");
  visit.Number("contact_kp", contact_kp, {0.0, 1e6}, "1/s²", "stiffness of stance foot feedback");
  visit.Number("damping_ratio", damping_ratio, {0.0, 100.0}, "", "of all feedback; 1: critical damping");
  visit.Number("friction", friction, {1e-3, 10.0}, "", "friction coefficient of the pyramids");
  visit.Number("min_normal", min_normal, {0.0, 1e6}, "N",
               "least normal force of every point of a stance foot");
  visit.Flag("two_levels", two_levels, "first level: centre of mass and feet; second level: all other tasks");
  solver.Visit(visit);
}

TaskSpaceController::TaskSpaceController(const LeggedRobot& robot, std::shared_ptr<const MotionPlan> plan,
                                         std::vector<FootPoints> points, const TaskTrackingOptions& options)
    : robot_(robot),
      plan_(std::move(plan)),
      options_(options),
      task_space_(*robot.model, robot.base, options.solver),
      solution_(nullptr) {
  CheckFields(options, "task-space control");
  if (points.size() != robot.feet.size())
    throw InputError(fmt::format(
        "task-space control of '{}': contact points of {} feet given, the robot has {} feet; give "
        "one list of points per foot.",
        robot.model->name(), points.size(), robot.num_feet()));
  robot.RequireOneFootPerBody("task-space control");
  Workspace<double> ws(*robot.model);
  dynamics::ForwardKinematics(*robot.model, robot.standing, VectorXd(VectorXd::Zero(robot.model->nv())), ws);
  AddBodyTasks(ws);
  for (int c = 0; c < robot.num_feet(); ++c)
    AddFoot(dynamics::FramePose(*robot.model, ws, robot.feet[c]), c, std::move(points[c]));
  tasks_.frames.reserve(num_body_tasks_ + swings_.size());
}

TaskGains TaskSpaceController::GainsOf(double kp) const {
  return TaskGains::Damped(kp, options_.damping_ratio);
}

TaskImportance TaskSpaceController::SecondaryImportance(double weight) const {
  return {weight, options_.two_levels ? 2 : 1};
}

/// Adds the permanent tasks. ws holds the standing configuration.
void TaskSpaceController::AddBodyTasks(const Workspace<double>& ws) {
  const Model& model = *robot_.model;
  const Vector3d com = CenterOfMass(robot_, ws);
  com_offset_ = plan_->moves_center_of_mass() ? Vector3d::Zero() : Vector3d(com - robot_.base_position);
  tasks_.center_of_mass = {{com}, GainsOf(options_.com_kp), {options_.com_weight}};
  const int base = model.frame(model.bodies()[robot_.base].name);
  const OrientationMotion standing{dynamics::FramePose(model, ws, base).R};
  tasks_.frames.push_back(
      {base, {}, standing, GainsOf(options_.turn_kp), SecondaryImportance(options_.turn_weight)});
  num_body_tasks_ = tasks_.frames.size();
  tasks_.posture = {
      robot_.standing, {}, {}, GainsOf(options_.posture_kp), SecondaryImportance(options_.posture_weight)};
}

/// Adds a contact for stance phases and a frame task for swing phases. X: standing pose of the foot.
void TaskSpaceController::AddFoot(const Pose& X, int foot, FootPoints points) {
  const int frame = robot_.feet[foot];
  if (points.size() == 2)
    throw InputError(
        fmt::format("task-space control of '{}': foot '{}' has two contact points, an edge; expected one "
                    "point, or at least three of a flat sole. Start from a pose with flat soles.",
                    robot_.model->name(), robot_.model->frames()[frame].name));
  TaskContact contact{frame, std::move(points)};
  contact.friction = options_.friction;
  contact.min_normal = options_.min_normal;
  contact.gains = GainsOf(options_.contact_kp);
  contact.X_WF = X;
  contact.force_importance = SecondaryImportance(options_.force_weight);
  FrameTask swing{frame, PointMotion{X.p}, {}, GainsOf(options_.foot_kp), {options_.foot_weight}};
  if (contact.is_sole()) swing.orientation = OrientationMotion{X.R};
  tasks_.contacts.push_back(std::move(contact));
  swings_.push_back(std::move(swing));
}

PointMotion TaskSpaceController::CenterOfMassAt(double t) const {
  PointMotion com = AtRestAfterPlan(plan_->Body(plan_->TimeAt(t)), t);
  com.p += com_offset_;
  return com;
}

/// Zero velocity and acceleration after the end of the plan.
PointMotion TaskSpaceController::AtRestAfterPlan(const PointMotion& motion, double t) const {
  return t > plan_->duration() ? PointMotion{motion.p} : motion;
}

void TaskSpaceController::Update(const State& state, Actuation& actuation) {
  const double t = state.t + options_.preview;
  tasks_.center_of_mass->target = CenterOfMassAt(t);
  tasks_.frames.resize(num_body_tasks_);
  for (int c = 0; c < robot_.num_feet(); ++c) SetFootTask(c, t);
  SetForceTargets();
  solution_ = &task_space_.Solve(state.q, state.v, tasks_);

  actuation.tau = solution_->tau;
  actuation.ClearFeedback();
}

ControlReport TaskSpaceController::report() const {
  if (!solution_) return {};
  const bool solved = solution_->status == TaskSpaceStatus::kSolved;
  return {true, solved ? "" : Name(solution_->status), solution_->iterations, solution_->residual};
}

void TaskSpaceController::SetFootTask(int foot, double t) {
  TaskContact& contact = tasks_.contacts[foot];
  const PointMotion desired = AtRestAfterPlan(plan_->Foot(foot, plan_->TimeAt(t)), t);
  contact.active = plan_->IsInStance(foot, plan_->TimeAt(t));
  contact.X_WF->p = desired.p;
  if (contact.active) return;
  swings_[foot].origin = desired;
  tasks_.frames.push_back(swings_[foot]);
}

/// The weight, distributed equally to all points in stance. With zero targets, the force cost would reduce
/// the forces below the weight.
void TaskSpaceController::SetForceTargets() {
  int points = 0;
  for (const TaskContact& contact : tasks_.contacts)
    if (contact.active) points += static_cast<int>(contact.points.size());
  for (TaskContact& contact : tasks_.contacts)
    if (contact.active) contact.force = -robot_.mass / points * robot_.model->gravity();
}

}  // namespace slipstick::control
