#include "slipstick/control/plans/walk.h"

#include "slipstick/control/plans/trot.h"

namespace slipstick::control {

const std::vector<ParameterField<WalkParameters>>& WalkParameters::Fields() {
  using P = WalkParameters;
  static const std::vector<ParameterField<P>> fields{
      {"stride", "m", "how far the body advances in a stage; negative: backward", &P::stride, -10.0, 10.0},
      {"stage", "s", "in which one pair of feet swings", &P::stage, 0.01, 50.0},
      {"lift", "m", "of a swinging foot", &P::lift, 0.0, 10.0},
      {"duty", "", "part of two stages in which a foot stands", &P::duty, 0.5, 0.95},
      {"ramp", "s", "to reach full pace, and to stop", &P::ramp, 0.01, 1e3},
      {"stand_time", "s", "of standing before the first and after the last step", &P::stand_time, 0.0, 1e3},
      {"duration", "s", "in all", &P::duration, 0.01, 1e4},
  };
  return fields;
}

std::shared_ptr<const MotionPlan> MakeWalk(const LeggedRobot& robot, const WalkParameters& parameters) {
  CheckParameters(parameters, "walk");
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
