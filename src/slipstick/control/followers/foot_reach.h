// Checks before a run that a plan is within kinematic reach of the robot.
#pragma once

#include <vector>

#include "slipstick/control/followers/foot_points.h"
#include "slipstick/control/legged_robot.h"
#include "slipstick/control/plans/motion_plan.h"

namespace slipstick::control {

struct ReachOptions {
  double interval = 0.05;   ///< s between checked instants
  double tolerance = 2e-2;  ///< m and rad, allowed target error: similar to the tracking error of feedback
};

/// `points`: of every foot; a foot with more than one point is a sole and keeps its standing orientation.
/// InputError, starting with `where`, for the first instant at which inverse kinematics finds no pose within
/// the joint limits with the feet and the centre of mass as planned and the base upright. The message names
/// the target, the time and the error.
void RequireReach(const char* where, const LeggedRobot& robot, const MotionPlan& plan,
                  const std::vector<FootPoints>& points, const ReachOptions& options = {});

}  // namespace slipstick::control
