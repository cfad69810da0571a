// A jump on the spot: stand, crouch, push, flight, land, rise, rest. Heights are those of the centre of mass
// relative to standing.
//
//                stand   crouch  push    flight       land        rise     rest
//                                       .-''''-.
//    +take_off  -----------------------/--------\-----------------------------------
//            0  __________            /          \                    ______________
//                         \          /            \                .-'
//                          \        /              \            .-'
//      -crouch              `------'                `----------'     -sink
//
// `take_off` is a height above standing, `crouch` and `sink` are depths below it. The take-off speed is
// g flight_time / 2: the flight ends at the height at which it begins.
#pragma once

#include <memory>
#include <vector>

#include "slipstick/control/legged_robot.h"
#include "slipstick/control/plans/motion_plan.h"
#include "slipstick/core/fields.h"

namespace slipstick::control {

struct JumpParameters {
  double stand_time = 0.10;   ///< s of standing before the crouch
  double crouch_time = 0.40;  ///< s
  double push_time = 0.17;    ///< s
  double flight_time = 0.33;  ///< s
  double land_time = 0.20;    ///< s, from touch-down to rest at the lowest point
  double rise_time = 0.40;    ///< s, back to the standing height
  double rest_time = 0.40;    ///< s of standing at the end
  double crouch = 0.085;      ///< m, depth below standing before the push-off
  double take_off = 0.04;     ///< m, height above standing at take-off and at touch-down
  double sink = 0.06;         ///< m, depth below standing after landing
  double clearance = 0.16;    ///< m, of the feet above the ground at mid-flight

  void Visit(FieldVisitor& visit);
};

std::shared_ptr<const MotionPlan> MakeJump(const LeggedRobot& robot, const JumpParameters& parameters = {});

}  // namespace slipstick::control
