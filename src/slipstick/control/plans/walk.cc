#include "slipstick/control/plans/walk.h"

#include "slipstick/control/plans/trot.h"

namespace slipstick::control {

void WalkParameters::Visit(FieldVisitor& visit) {
  visit.Number("stride", stride, {-10.0, 10.0}, "m", "advance of the body in a stage; negative: backward");
  visit.Number("stage", stage, {0.01, 50.0}, "s", "duration of a stage: half the gait period");
  visit.Number("lift", lift, {0.0, 10.0}, "m", "height of a swing foot");
  visit.Number("duty", duty, {0.5, 0.95}, "", "fraction of two stages in which a foot is in stance");
  visit.Number("ramp", ramp, {0.01, 1e3}, "s", "time to reach full speed, and to stop");
  visit.Number("stand_time", stand_time, {0.0, 1e3}, "s",
               "of standing before the first and after the last footstep");
  visit.Number("duration", duration, {0.01, 1e4}, "s", "total duration");
}

std::shared_ptr<const MotionPlan> MakeWalk(const LeggedRobot& robot, const WalkParameters& parameters) {
  CheckFields(parameters, "walk");
  const WalkParameters& p = parameters;
  return MakeTrotAs("walk", robot,
                    {.speed = p.stride / p.stage,
                     .duration = p.duration,
                     .stand_time = p.stand_time,
                     .ramp = p.ramp,
                     .period = 2.0 * p.stage,
                     .duty = p.duty,
                     .clearance = p.lift});
}

}  // namespace slipstick::control
