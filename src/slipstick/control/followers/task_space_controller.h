// Follows the plan of a legged robot by task-space inverse dynamics (task_space.h): the centre of mass and
// the swinging feet follow the plan, the base stays upright, the joints stay near the standing configuration,
// and the standing feet share the load.
//
// This is the newer of the two whole-body controllers and the one to use by default: it needs no precomputed
// joint angles, enforces torque and joint limits in its QP, and feet may be soles, which exert moments; use
// the older TrackingController where the stepper must evaluate joint feedback or reference torques are played
// back.
#pragma once

#include <memory>
#include <vector>

#include "slipstick/control/controller.h"
#include "slipstick/control/followers/foot_points.h"
#include "slipstick/control/followers/task_space.h"
#include "slipstick/control/legged_robot.h"
#include "slipstick/control/plans/motion_plan.h"
#include "slipstick/core/fields.h"

namespace slipstick::control {

/// Weights multiply squared errors in m/s², rad/s² and N. Defaults are those of the walking humanoid of
/// Hammoud et al. 2022 (expo).
struct TaskTrackingOptions {
  double com_weight = 1.0;
  double com_kp = 10.0;       ///< 1/s²
  double foot_weight = 1.0;   ///< of a swing foot
  double foot_kp = 10.0;      ///< 1/s²
  double turn_weight = 1e-2;  ///< of the orientation of the base
  double turn_kp = 10.0;      ///< 1/s²
  double posture_weight = 1e-4;
  double posture_kp = 10.0;    ///< 1/s²
  double force_weight = 1e-5;  ///< of every component of every contact force
  double contact_kp = 10.0;    ///< 1/s², of a stance foot towards its foothold
  double damping_ratio = 1.0;  ///< of all feedback: kd = 2 ratio √kp
  double friction = 0.6;       ///< coefficient of the pyramids; a margin below the real one is advisable
  double min_normal = 0.0;     ///< N, of every point of a stance foot
  /// s; the plan is evaluated this long after the time of the update. Half a control period compensates the
  /// delay of torques that are held.
  double preview = 0.0;
  bool two_levels = false;  ///< first level: centre of mass and feet; second level: all other tasks
  TaskSpaceOptions solver = {};

  void Visit(FieldVisitor& visit);
};

class TaskSpaceController : public Controller {
 public:
  /// `points`: contact points of every foot. InputError for two feet on one body, and for a foot that stands
  /// on an edge. The model must outlive the controller.
  TaskSpaceController(const LeggedRobot& robot, std::shared_ptr<const MotionPlan> plan,
                      std::vector<FootPoints> points, const TaskTrackingOptions& options = {});

  void Update(const State& state, Actuation& actuation) override;
  ControlReport report() const override;

  const LeggedRobot& robot() const { return robot_; }
  const MotionPlan& plan() const { return *plan_; }
  const TaskTrackingOptions& options() const { return options_; }
  /// The tasks of the last update. Contacts are those of the feet.
  const TaskSet& tasks() const { return tasks_; }
  /// Planned centre of mass at a time; if the plan moves the base, shifted by the standing offset.
  PointMotion CenterOfMassAt(double t) const;

 private:
  TaskGains GainsOf(double kp) const;
  TaskImportance SecondaryImportance(double weight) const;
  void AddBodyTasks(const Workspace<double>& ws);
  void AddFoot(const Pose& X, int foot, FootPoints points);
  PointMotion AtRestAfterPlan(const PointMotion& motion, double t) const;
  void SetFootTask(int foot, double t);
  void SetForceTargets();

  LeggedRobot robot_;
  std::shared_ptr<const MotionPlan> plan_;
  TaskTrackingOptions options_;
  Eigen::Vector3d com_offset_;  ///< from the planned point (base or centre of mass) to the centre of mass
  TaskSet tasks_;
  std::vector<FrameTask> swings_;  ///< one per foot; those in swing are copied to tasks_
  size_t num_body_tasks_;
  TaskSpace task_space_;
  const TaskSpaceSolution* solution_;
};

}  // namespace slipstick::control
