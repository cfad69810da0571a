// A walk in stages: in each, one diagonal pair of feet swings while the other pair moves the body forward by
// a stride. It is a trot with other parameters.
#pragma once

#include <memory>
#include <vector>

#include "slipstick/control/legged_robot.h"
#include "slipstick/control/plans/motion_plan.h"
#include "slipstick/core/fields.h"

namespace slipstick::control {

struct WalkParameters {
  double stride = 0.1;      ///< m, advance of the body in a stage
  double stage = 0.25;      ///< s, half the gait period
  double lift = 0.1;        ///< m, height of a swing foot
  double duty = 0.5;        ///< fraction of two stages in which a foot is in stance
  double ramp = 0.5;        ///< s, to reach full speed, and to stop
  double stand_time = 0.5;  ///< s of standing before the first and after the last footstep
  double duration = 10.0;   ///< s, total

  void Visit(FieldVisitor& visit);
};

/// Feet as for MakeTrot.
std::shared_ptr<const MotionPlan> MakeWalk(const LeggedRobot& robot, const WalkParameters& parameters = {});

}  // namespace slipstick::control
