// Tasks of a robot in task space: targets for the centre of mass, frames (hands, feet) and the posture, and
// the contacts. Plain values; task_space.h computes torques from them.
//
// A motion task specifies an acceleration: that of its target plus proportional-derivative feedback:
//
//   ẍ* = ẍ_target + kp (x_target - x) + kd (ẋ_target - ẋ)
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "slipstick/control/motion_primitives.h"
#include "slipstick/core/eigen.h"
#include "slipstick/core/pose.h"

namespace slipstick::control {

struct TaskGains {
  double kp = 10.0;                   ///< 1/s²
  double kd = 2.0 * std::sqrt(10.0);  ///< 1/s

  /// Gains for a damping ratio; 1: critically damped, no overshoot.
  static TaskGains Damped(double kp, double ratio = 1.0) { return {kp, 2.0 * ratio * std::sqrt(kp)}; }
};

/// Priority of a task.
struct TaskImportance {
  double weight = 1.0;  ///< within its level: cost of a squared error of 1 m/s², 1 rad/s² or 1 N
  int level = 1;        ///< 1, or 2: optimised in the null space of level 1
};

struct CenterOfMassTask {
  PointMotion target;
  TaskGains gains;
  TaskImportance importance;
};

/// Orientation of a frame and its first two derivatives, world axes.
struct OrientationMotion {
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();      ///< R_WF
  Eigen::Vector3d omega = Eigen::Vector3d::Zero();      ///< rad/s
  Eigen::Vector3d omega_dot = Eigen::Vector3d::Zero();  ///< rad/s²
};

/// Target for the origin of a frame, its orientation, or both: a hand, a swinging foot, an upright waist.
struct FrameTask {
  int frame = 0;                                      ///< Model::frame(name)
  std::optional<PointMotion> origin;                  ///< empty: position is free
  std::optional<OrientationMotion> orientation = {};  ///< empty: orientation is free
  TaskGains gains = {};
  TaskImportance importance = {};
};

/// Target for all actuated joints.
struct PostureTask {
  Eigen::VectorXd q, v, a;  ///< targets, nq, nv and nv entries; v and a may be empty: at rest
  TaskGains gains;
  TaskImportance importance;
};

/// Points of a frame in fixed contact: one point (a point foot, which may rotate about it), or at least three
/// (a sole).
struct TaskContact {
  int frame = 0;
  std::vector<Eigen::Vector3d> points{Eigen::Vector3d::Zero()};  ///< in the frame, m
  bool active = true;  ///< false: the foot is in the air and the contact is ignored
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< of the ground, unit, world
  double friction = 0.6;                              ///< forces stay within a pyramid inscribed in this cone
  double min_normal = 0.0;                            ///< N, of each point
  double max_normal = 1e6;                            ///< N

  /// Target pose of the frame: the contact acceleration is the feedback towards it, with the gains. Empty:
  /// only the velocity is damped.
  std::optional<Pose> X_WF = {};
  TaskGains gains = {};

  /// The force task: target force of each point, N, world axes, with cost |f - force|². On level 1 it
  /// determines all forces and leaves little freedom for level 2.
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  TaskImportance force_importance{.weight = 1e-5};

  bool is_sole() const { return points.size() > 1; }
};

struct TaskSet {
  std::optional<CenterOfMassTask> center_of_mass;
  std::vector<FrameTask> frames;
  std::optional<PostureTask> posture;
  std::vector<TaskContact> contacts;
};

}  // namespace slipstick::control
