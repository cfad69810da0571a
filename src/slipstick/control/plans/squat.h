// Squats: the base moves up and down with all feet in stance,  z = z0 + w(t) A sin(2 pi f t).
#pragma once

#include <memory>
#include <vector>

#include "slipstick/control/legged_robot.h"
#include "slipstick/control/plans/motion_plan.h"
#include "slipstick/core/fields.h"

namespace slipstick::control {

struct SquatParameters {
  double amplitude = 0.03;            ///< A, m
  double frequency = 0.318309886184;  ///< f, Hz; this is 2 rad/s
  double duration = 4.0;              ///< s
  double ramp = 0.5;  ///< s in which w grows from 0 to 1 at the start, and falls again at the end; 0: w = 1

  void Visit(FieldVisitor& visit);
};

std::shared_ptr<const MotionPlan> MakeSquat(const LeggedRobot& robot, const SquatParameters& parameters = {});

}  // namespace slipstick::control
