#include "slipstick/control/followers/task_space_controller.h"

#include <fmt/core.h>

#include <algorithm>

#include "slipstick/core/convert.h"
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
    throw InputError(fmt::format("task-space control of '{}': points of {} feet given, the robot has {}.",
                                 robot.model->name(), points.size(), robot.num_feet()));
  robot.RequireFeetApart("task-space control");
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

TaskImportance TaskSpaceController::AfterOthers(double weight) const {
  return {weight, options_.two_levels ? 2 : 1};
}

/// Those that are there all the time. The workspace is that of the standing robot.
void TaskSpaceController::AddBodyTasks(const Workspace<double>& ws) {
  const Model& model = *robot_.model;
  const Vector3d com = CenterOfMass(robot_, ws);
  com_offset_ = plan_->moves_center_of_mass() ? Vector3d::Zero() : Vector3d(com - robot_.base_position);
  tasks_.center_of_mass = {{com}, GainsOf(options_.com_kp), {options_.com_weight}};
  const int base = model.frame(model.bodies()[robot_.base].name);
  const TurnMotion upright{dynamics::FramePose(model, ws, base).R};
  tasks_.frames.push_back({base, {}, upright, GainsOf(options_.turn_kp), AfterOthers(options_.turn_weight)});
  num_body_tasks_ = tasks_.frames.size();
  tasks_.posture = {
      robot_.standing, {}, {}, GainsOf(options_.posture_kp), AfterOthers(options_.posture_weight)};
}

/// A contact for when it stands, a task for when it swings. X: how it stands.
void TaskSpaceController::AddFoot(const Pose& X, int foot, FootPoints points) {
  const int frame = robot_.feet[foot];
  if (points.size() == 2)
    throw InputError(
        fmt::format("task-space control of '{}': foot '{}' touches with two points, an edge; expected is one "
                    "point, or three and more of a sole "
                    "that stands flat. Stand so that it does.",
                    robot_.model->name(), robot_.model->frames()[frame].name));
  TaskContact contact{frame, std::move(points)};
  contact.friction = options_.friction, contact.min_normal = options_.min_normal;
  contact.gains = GainsOf(options_.contact_kp);
  contact.X_WF = X;
  contact.force_importance = AfterOthers(options_.force_weight);
  FrameTask swing{frame, PointMotion{X.p}, {}, GainsOf(options_.foot_kp), {options_.foot_weight}};
  if (contact.is_sole()) swing.turn = TurnMotion{X.R};
  tasks_.contacts.push_back(std::move(contact));
  swings_.push_back(std::move(swing));
}

PointMotion TaskSpaceController::CenterOfMassAt(double t) const {
  PointMotion com = AtRestAfterPlan(plan_->Body(plan_->TimeAt(t)), t);
  com.p += com_offset_;
  return com;
}

/// A plan that is over is no longer on its way, whatever it ended with.
PointMotion TaskSpaceController::AtRestAfterPlan(const PointMotion& motion, double t) const {
  return t > plan_->duration() ? PointMotion{motion.p} : motion;
}

void TaskSpaceController::Update(const State& state, Actuation& actuation) {
  const double t = state.t + options_.preview;
  tasks_.center_of_mass->target = CenterOfMassAt(t);
  tasks_.frames.resize(num_body_tasks_);
  for (int c = 0; c < robot_.num_feet(); ++c) WantFoot(c, t);
  ShareWeight();
  solution_ = &task_space_.Solve(state.q, state.v, tasks_);

  actuation.tau = solution_->tau;
  actuation.ClearFeedback();
}

ControlReport TaskSpaceController::report() const {
  if (!solution_) return {};
  const bool solved = solution_->status == TaskSpaceStatus::kSolved;
  return {true, solved ? "" : Name(solution_->status), solution_->iterations, solution_->residual};
}

void TaskSpaceController::WantFoot(int foot, double t) {
  TaskContact& contact = tasks_.contacts[foot];
  const PointMotion wanted = AtRestAfterPlan(plan_->Foot(foot, plan_->TimeAt(t)), t);
  contact.active = plan_->Stands(foot, plan_->TimeAt(t));
  contact.X_WF->p = wanted.p;
  if (contact.active) return;
  swings_[foot].origin = wanted;
  tasks_.frames.push_back(swings_[foot]);
}

/// All points that stand shall carry the same. Without this, avoiding forces would let the robot sink.
void TaskSpaceController::ShareWeight() {
  int points = 0;
  for (const TaskContact& contact : tasks_.contacts)
    if (contact.active) points += static_cast<int>(contact.points.size());
  for (TaskContact& contact : tasks_.contacts)
    if (contact.active) contact.force = -robot_.mass / points * robot_.model->gravity();
}

}  // namespace slipstick::control
