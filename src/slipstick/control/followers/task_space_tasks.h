// What a robot shall do, in the spaces in which people think of it: where its centre of mass, its hands and
// its feet shall be, how it shall hold itself, on what it stands. Plain values; task_space.h turns them into
// torques.
//
// A motion task wants an acceleration, that of its target plus a spring and a damper towards it:
//
//   ẍ* = ẍ_target + kp (x_target - x) + kd (ẋ_target - ẋ)
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "slipstick/control/motion_primitives.h"
#include "slipstick/core/eigen.h"
#include "slipstick/model/inertia.h"

namespace slipstick::control {

struct TaskGains {
  double kp = 10.0;                   ///< 1/s²
  double kd = 2.0 * std::sqrt(10.0);  ///< 1/s

  /// 1: comes back without swinging over.
  static TaskGains Damped(double kp, double ratio = 1.0) { return {kp, 2.0 * ratio * std::sqrt(kp)}; }
};

/// How a task gets its way beside others.
struct TaskImportance {
  double weight =
      1.0;  ///< beside tasks of the same level: what an error of 1 m/s², 1 rad/s² or 1 N costs, squared
  int level = 1;  ///< 1, or 2 for tasks that may only use what those of level 1 leave open
};

struct CenterOfMassTask {
  PointMotion target;
  TaskGains gains;
  TaskImportance importance;
};

/// How a frame is turned and turns, world axes.
struct OrientationMotion {
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();      ///< R_WF
  Eigen::Vector3d omega = Eigen::Vector3d::Zero();      ///< rad/s
  Eigen::Vector3d omega_dot = Eigen::Vector3d::Zero();  ///< rad/s²
};

/// Of a frame's origin, its orientation, or both: a hand, a swinging foot, a waist that stays upright.
struct FrameTask {
  int frame = 0;                                      ///< Model::frame(name)
  std::optional<PointMotion> origin;                  ///< none: it may be anywhere
  std::optional<OrientationMotion> orientation = {};  ///< none: it may be turned as it likes
  TaskGains gains = {};
  TaskImportance importance = {};
};

/// Of all joints that motors drive.
struct PostureTask {
  Eigen::VectorXd q, v, a;  ///< targets, nq, nv and nv entries; v and a may be empty: at rest
  TaskGains gains;
  TaskImportance importance;
};

/// Points of a frame that stay where they are and push: one point (a paw, which may turn about it), or three
/// and more (a sole).
struct TaskContact {
  int frame = 0;
  std::vector<Eigen::Vector3d> points{Eigen::Vector3d::Zero()};  ///< in the frame, m
  bool active = true;  ///< false: the foot is in the air, and nothing here counts
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< of the ground, unit, world
  double friction = 0.6;                              ///< forces stay within a pyramid inside this cone
  double min_normal = 0.0;                            ///< N, of each point
  double max_normal = 1e6;                            ///< N

  /// Where the frame should stand. It must not accelerate but towards this, with the gains; without: its
  /// velocity is damped alone.
  std::optional<Pose> X_WF = {};
  TaskGains gains = {};

  /// The force task: what each point shall exert, N, world axes; others are charged |f - force|². On level 1
  /// it settles all forces, and leaves little open for level 2.
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
