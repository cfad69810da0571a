// Whether a robot can do what a plan says at all: before it tries, and falls.
#pragma once

#include <vector>

#include "slipstick/control/followers/foot_points.h"
#include "slipstick/control/legged_robot.h"
#include "slipstick/control/plans/motion_plan.h"

namespace slipstick::control {

struct ReachOptions {
  double interval = 0.05;  ///< s between instants that are looked at
  double tolerance =
      2e-2;  ///< m and rad that a target may be missed by: as far as feedback goes astray anyway
};

/// `points`: of every foot; one with more than one is a sole, which stays turned as it stands. InputError,
/// starting with `where`, for the first instant at which inverse kinematics finds no pose within the joint
/// limits that has the feet and the centre of mass where the plan wants them and the base upright: which of
/// them, when, and by how much.
void RequireReach(const char* where, const LeggedRobot& robot, const MotionPlan& plan,
                  const std::vector<FootPoints>& points, const ReachOptions& options = {});

}  // namespace slipstick::control
