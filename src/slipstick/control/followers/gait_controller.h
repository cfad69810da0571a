// Moves the legs of a robot as a plan says, by springs and dampers on the joints alone: nobody looks at the
// body, which goes where the legs carry it.
#pragma once

#include "slipstick/control/controller.h"
#include "slipstick/control/joint_feedback.h"
#include "slipstick/control/joint_spline.h"
#include "slipstick/control/legged_robot.h"
#include "slipstick/control/plans/motion_plan.h"

namespace slipstick::control {

/// The joints of the robot, in the order of LeggedRobot::joints, such that its feet are where the plan has
/// them relative to the body: found by inverse kinematics at instants `interval` apart or a little less, each
/// from how the robot stands, so that the same place of the feet is always the same pose. InputError names a
/// foot that cannot reach its place, with the time.
JointSpline SolveForJoints(const LeggedRobot& robot, const MotionPlan& plan, double interval = 0.01);

class GaitController : public Controller {
 public:
  /// The model must outlive the controller. `preview`: the plan is read this much later than the update, s.
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
