// Hops on the spot, repeated: the body crouches slowly, rises fast on all legs at once, and returns to its
// start.
//
//          sink       rise  settle
//   0   __            /\                    height of the body above the feet, relative to its start;
//         \__        /  \__                 each segment is a cubic from rest to rest
//  -c        \______/      \__ ...
//
// If the legs are fast enough, the feet leave the ground during the rise. The plan has no flight phase: it
// prescribes leg motion only.
#pragma once

#include <memory>
#include <vector>

#include "slipstick/control/legged_robot.h"
#include "slipstick/control/plans/motion_plan.h"
#include "slipstick/core/fields.h"

namespace slipstick::control {

struct HopParameters {
  double crouch = 0.2;       ///< m, descent of the body
  double stroke = 0.4;       ///< m, rise of the body after the crouch
  double sink_time = 1.0;    ///< s
  double rise_time = 0.2;    ///< s
  double settle_time = 0.2;  ///< s
  double stand_time = 0.0;   ///< s of standing before the first hop
  double duration = 10.0;    ///< s, total; whole hops only

  double period() const { return sink_time + rise_time + settle_time; }

  void Visit(FieldVisitor& visit);
};

/// InputError unless there is time for one hop.
std::shared_ptr<const MotionPlan> MakeHop(const LeggedRobot& robot, const HopParameters& parameters = {});

}  // namespace slipstick::control
