#include "slipstick/control/plans/walk.h"

#include "slipstick/control/plans/trot.h"

namespace slipstick::control {

void WalkParameters::Visit(FieldVisitor& visit) {
  visit.Number("stride", stride, {-10.0, 10.0}, "m",
               "how far the body advances in a stage; negative: backward");
  visit.Number("stage", stage, {0.01, 50.0}, "s", "in which one pair of feet swings");
  visit.Number("lift", lift, {0.0, 10.0}, "m", "of a swinging foot");
  visit.Number("duty", duty, {0.5, 0.95}, "", "part of two stages in which a foot stands");
  visit.Number("ramp", ramp, {0.01, 1e3}, "s", "to reach full pace, and to stop");
  visit.Number("stand_time", stand_time, {0.0, 1e3}, "s",
               "of standing before the first and after the last step");
  visit.Number("duration", duration, {0.01, 1e4}, "s", "in all");
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
