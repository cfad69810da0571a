// Runs a controller on Solo in closed loop and measures the result.
#pragma once

#include <cmath>
#include <string>

#include "slipstick/control/controller.h"
#include "slipstick/control/followers/reference_motion.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/kinematics.h"
#include "slipstick/steppers/registry.h"
#include "support/lowest_foot.h"
#include "support/numbers.h"
#include "support/solo.h"

namespace slipstick::support {

struct ClosedLoopSetup {
  std::string stepper;
  double step;     ///< s
  double control;  ///< s, a multiple of the step
};

struct ClosedLoopResult {
  State end;
  double height_error = 0.0;  ///< of the base against the reference, m
  double tilt = 0.0;          ///< of the base against the reference, rad
  double rise = 0.0;          ///< of the base above its first height, m
  double all_feet = 0.0;      ///< largest height of the lowest foot, m
  double torque = 0.0;        ///< largest joint torque at an update, N m
  bool finished = false;      ///< no step failed
};

/// Solo on point feet, K = 1e5 N/m, B = 300 N s/m, mu = 1, on the ground z = 0.
inline World SoloWorld() {
  ContactMaterial material;
  material.mu_static = material.mu_kinetic = 1.0;
  WorldBuilder builder(Solo());
  builder.SetMaterial("default", material);
  builder.AddGround();
  for (const std::string& foot : kSoloFootFrames) builder.AddPoint(foot);
  return builder.Build();
}

/// Largest joint torque at an update, with feedback.
inline double LargestTorque(const State& state, const Actuation& actuation) {
  Eigen::VectorXd torque = actuation.tau;
  if (actuation.has_feedback())
    torque += actuation.kp.cwiseProduct(dynamics::Difference(Solo(), state.q, actuation.q_ref)) +
              actuation.kd.cwiseProduct(actuation.v_ref - state.v);
  return LargestEntry(torque);
}

/// disturb(t, actuation) may add external wrenches.
template <class Disturb>
ClosedLoopResult Follow(Controller& controller, const control::ReferenceMotion& reference,
                        const ClosedLoopSetup& setup, Disturb disturb) {
  const World world = SoloWorld();
  const auto stepper = steppers::MakeStepper(setup.stepper, world);
  const control::LeggedRobot& robot = reference.robot();
  ClosedLoopResult run;
  State& state = run.end = world.StateAt(robot.standing);
  Actuation actuation(Solo());
  Workspace<double> ws(Solo());
  control::ReferenceSample wanted;
  const int steps = static_cast<int>(std::lround(setup.control / setup.step));
  const int updates = static_cast<int>(std::lround(reference.duration() / setup.control));
  for (int k = 0; k < updates; ++k) {
    actuation.wrenches.clear();
    disturb(state.t, actuation);
    controller.Update(state, actuation);
    run.torque = Larger(run.torque, LargestTorque(state, actuation));
    for (int i = 0; i < steps; ++i)
      if (!contact::Advanced(stepper->Step(actuation, setup.step, state).status)) return run;
    reference.At(state.t, wanted);
    const Eigen::VectorXd error = dynamics::Difference(Solo(), state.q, wanted.q);
    run.height_error = Larger(run.height_error, std::abs(error[2]));
    run.tilt = Larger(run.tilt, error.segment<3>(3).norm());
    run.rise = Larger(run.rise, state.q[2] - robot.standing[2]);
    run.all_feet = Larger(run.all_feet, LowestFoot(robot, state, ws));
  }
  run.finished = true;
  return run;
}

inline ClosedLoopResult Follow(Controller& controller, const control::ReferenceMotion& reference,
                               const ClosedLoopSetup& setup) {
  return Follow(controller, reference, setup, [](double, Actuation&) {});
}

}  // namespace slipstick::support
