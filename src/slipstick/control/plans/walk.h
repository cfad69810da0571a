// A walk in stages: in each, one diagonal pair of feet swings while the other pair moves the body forward by
// a stride. It is a trot with other parameters, those of gaits given by footholds.
#pragma once

#include <memory>
#include <vector>

#include "slipstick/control/legged_robot.h"
#include "slipstick/control/plans/motion_plan.h"
#include "slipstick/core/fields.h"

namespace slipstick::control {

struct WalkParameters {
  double stride = 0.1;      ///< m that the body advances in a stage
  double stage = 0.25;      ///< s
  double lift = 0.1;        ///< m that a swinging foot rises
  double duty = 0.5;        ///< part of two stages in which a foot stands
  double ramp = 0.5;        ///< s to reach full pace, and to stop
  double stand_time = 0.5;  ///< s of standing before the first and after the last step
  double duration = 10.0;   ///< s in all

  void Visit(FieldVisitor& visit);
};

/// Feet as for MakeTrot.
std::shared_ptr<const MotionPlan> MakeWalk(const LeggedRobot& robot, const WalkParameters& parameters = {});

}  // namespace slipstick::control
