// The height of the lowest foot of a robot.
#pragma once

#include <limits>

#include "slipstick/control/legged_robot.h"
#include "slipstick/dynamics/kinematics.h"
#include "slipstick/world/state.h"
#include "support/numbers.h"

namespace slipstick::support {

/// Height of the lowest foot origin, m. Leaves the kinematics of the state in ws.
inline double LowestFoot(const control::LeggedRobot& robot, const State& state, Workspace<double>& ws) {
  dynamics::ForwardKinematics(*robot.model, state.q, ws);
  double lowest = std::numeric_limits<double>::infinity();
  for (const auto& sole : robot.soles)
    lowest = Smaller(lowest, dynamics::PointPosition(*robot.model, ws, sole).z);
  return lowest;
}

}  // namespace slipstick::support
