// Hops on the spot: the body sinks slowly, rises fast on all legs at once, and goes back to where it began,
// over and over.
//
//          sink       rise  settle
//   0   __            /\                    how high the body is above its feet, as far as these stand; each
//   piece is a cubic
//         \__        /  \__                 from rest to rest
//  -c        \______/      \__ ...
//
// In the rise the feet leave the ground if the legs are fast enough; the plan does not say so, it only moves
// the legs.
#pragma once

#include <memory>
#include <vector>

#include "slipstick/control/legged_robot.h"
#include "slipstick/control/plans/motion_plan.h"
#include "slipstick/core/fields.h"

namespace slipstick::control {

struct HopParameters {
  double crouch = 0.2;       ///< m that the body sinks
  double stroke = 0.4;       ///< m that it then rises
  double sink_time = 1.0;    ///< s
  double rise_time = 0.2;    ///< s
  double settle_time = 0.2;  ///< s
  double stand_time = 0.0;   ///< s of standing before the first hop
  double duration = 10.0;    ///< s in all; whole hops only

  double period() const { return sink_time + rise_time + settle_time; }

  void Visit(FieldVisitor& visit);
};

/// InputError unless there is time for one hop.
std::shared_ptr<const MotionPlan> MakeHop(const LeggedRobot& robot, const HopParameters& parameters = {});

}  // namespace slipstick::control
