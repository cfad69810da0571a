// A trot from rest to rest: diagonal pairs of feet step in turn while the base moves forward.
//
//   FL, HR  ____|  swing |_________|  swing |_________        period
//   FR, HL  _________|  swing |_________|  swing |____        |---------|
//
// A foothold is the standing position of the foot, moved with the base to the middle of its next stance, so
// footholds suit any speed profile.
#pragma once

#include <memory>
#include <vector>

#include "slipstick/control/legged_robot.h"
#include "slipstick/control/plans/motion_plan.h"
#include "slipstick/core/fields.h"

namespace slipstick::control {

struct TrotParameters {
  double speed = 0.25;       ///< m/s, forward; negative: backward
  double duration = 3.0;     ///< s, total
  double stand_time = 0.10;  ///< s of standing before the first and after the last footstep
  double ramp = 0.4;         ///< s, to reach full speed, and to stop
  double period = 0.36;      ///< s, of one footstep of each pair
  double duty = 0.6;         ///< fraction of the period in which a foot is in stance
  double clearance = 0.03;   ///< m, of a swing foot above the ground
  double lowering = 0.0;     ///< m, of the base at full speed

  void Visit(FieldVisitor& visit);
};

/// Forward is the x axis of the base in the standing configuration. InputError unless there are four feet,
/// given in the order front left, front right, hind left, hind right: first and last, second and third step
/// together.
std::shared_ptr<const MotionPlan> MakeTrot(const LeggedRobot& robot, const TrotParameters& parameters = {});
/// The same; error messages use this name of the motion.
std::shared_ptr<const MotionPlan> MakeTrotAs(const char* name, const LeggedRobot& robot,
                                             const TrotParameters& parameters);

}  // namespace slipstick::control
