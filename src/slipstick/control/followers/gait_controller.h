// Follows the leg motion of a plan by joint feedback alone. There is no feedback on the base.
#pragma once

#include "slipstick/control/controller.h"
#include "slipstick/control/joint_feedback.h"
#include "slipstick/control/joint_spline.h"
#include "slipstick/control/legged_robot.h"
#include "slipstick/control/plans/motion_plan.h"

namespace slipstick::control {

/// Joint positions, in the order of LeggedRobot::joints, that place the feet relative to the body as planned.
/// Inverse kinematics solves for them every `interval` seconds or a little less, each time from the standing
/// configuration, so that equal foot positions always give equal poses. InputError names a foot that cannot
/// reach its position, with the time.
JointSpline SolveForJoints(const LeggedRobot& robot, const MotionPlan& plan, double interval = 0.01);

class GaitController : public Controller {
 public:
  /// The model must outlive the controller. `preview`: the plan is evaluated this long after the time of the
  /// update, s.
  GaitController(const LeggedRobot& robot, const MotionPlan& plan, const JointFeedbackOptions& options = {},
                 double preview = 0.0);

  void Update(const State& state, Actuation& actuation) override;

 private:
  std::vector<int> dofs_, coordinates_;  ///< of the joints, in v and in q
  JointSpline path_;
  JointFeedback feedback_;
  double preview_;
  JointMotion now_;
  Eigen::VectorXd no_force_, q_ref_, v_ref_;
};

}  // namespace slipstick::control
