// Small worlds with known solutions.
#pragma once

#include <cmath>

#include "slipstick/model/model_builder.h"
#include "slipstick/model/urdf/urdf_reader.h"
#include "slipstick/steppers/registry.h"
#include "slipstick/world/world.h"

namespace slipstick::support {

inline const Eigen::Vector3d kNoGravity = Eigen::Vector3d::Zero();
inline constexpr double kGravity = 9.81;

/// A free body with one shape. Its configuration is (position, quaternion).
inline Model FreeBody(const Inertia& inertia, model::Geometry shape,
                      const Eigen::Vector3d& gravity = {0.0, 0.0, -kGravity}) {
  ModelBuilder builder("loose");
  builder.SetGravity(gravity);
  builder.AddCollision("shape", builder.Add("body", inertia, model::Floating("free")), {}, std::move(shape));
  return builder.Build();
}
inline Model BlockModel(double mass, const Eigen::Vector3d& size,
                        const Eigen::Vector3d& gravity = {0.0, 0.0, -kGravity}) {
  return FreeBody(Inertia::Box(mass, size), model::BoxGeometry{size}, gravity);
}
inline Model BallModel(double mass, double radius, const Eigen::Vector3d& gravity = {0.0, 0.0, -kGravity}) {
  return FreeBody(Inertia::Sphere(mass, radius), model::SphereGeometry{radius}, gravity);
}

/// All collision shapes of the model above the plane z = 0 of `ground`.
inline World OnGround(Model model, const ContactMaterial& material, const Pose& ground = {}) {
  WorldBuilder builder(std::move(model));
  builder.SetMaterial("default", material);
  builder.AddCollisions("default", true);
  builder.AddGround(ground);
  return builder.Build();
}

/// Ground through the origin that descends towards +x.
inline Pose Slope(double angle) { return Pose::FromRpy({0.0, angle, 0.0}, {0.0, 0.0, 0.0}); }

/// A cube just in contact with the slope that slides down at this speed.
inline State CubeOnSlope(const World& world, double angle, double edge, double speed = 0.0) {
  State state = world.InitialState();
  state.q.head<3>() = Slope(angle).R * Eigen::Vector3d(0.0, 0.0, 0.5 * edge);
  state.q.segment<4>(3) << 0.0, std::sin(0.5 * angle), 0.0, std::cos(0.5 * angle);
  state.v.head<3>() = Slope(angle).R * Eigen::Vector3d(speed, 0.0, 0.0);
  return state;
}

inline const char* const kSoloFeet[] = {"FL_FOOT", "FR_FOOT", "HL_FOOT", "HR_FOOT"};

/// The quadruped of Hammoud et al. 2022 (expo) with a contact point per foot; joint friction in N m.
inline World SoloOnPoints(const ContactMaterial& material = {}, double joint_friction = 0.0) {
  const Model solo = model::LoadUrdf(SLIPSTICK_MODELS_DIR "/solo12.urdf");
  std::vector<model::Dof> dofs = solo.dofs();
  for (int k = 6; k < solo.nv(); ++k) dofs[k].friction = joint_friction;
  WorldBuilder builder(solo.WithDofs(std::move(dofs)));
  builder.SetMaterial("default", material);
  for (const char* foot : kSoloFeet) builder.AddPoint(foot);
  builder.AddGround();
  return builder.Build();
}
/// Standing with its feet on z = 0.
inline State SoloStanding(const World& world) {
  State state = world.InitialState();
  state.q(2) = 0.222996;
  for (int leg = 0; leg < 4; ++leg) state.q(7 + 3 * leg + 1) = -0.79975, state.q(7 + 3 * leg + 2) = 1.5995;
  state.q_held = world.has_dry_friction() ? state.q : Eigen::VectorXd();
  return state;
}
/// Feedback that holds all joints at their positions in `state`; the base is free.
inline Actuation HoldJoints(const World& world, const State& state, double kp, double kd) {
  const Model& model = world.model();
  Actuation actuation(model);
  actuation.kp = actuation.kd = actuation.v_ref = Eigen::VectorXd::Zero(model.nv());
  actuation.kp.tail(model.nv() - 6).setConstant(kp);
  actuation.kd.tail(model.nv() - 6).setConstant(kd);
  actuation.q_ref = state.q;
  return actuation;
}

/// Advances by `duration`, or until a step fails. Returns the last report.
inline StepReport Advance(Stepper& stepper, const Actuation& actuation, double h, double duration,
                          State& state) {
  StepReport last;
  const int steps = static_cast<int>(std::lround(duration / h));
  for (int i = 0; i < steps; ++i) {
    last = stepper.Step(actuation, h, state);
    if (last.status != StepStatus::kOk) break;
  }
  return last;
}

/// A step at which the stepper resolves contacts of 1e4 to 1e5 N/m on bodies of about 1 kg.
inline double SafeStep(const StepperTraits& traits) {
  if (traits.implicit_terms & steppers::kContactNormal) return 1e-3;
  const bool friction_is_stiff =
      traits.friction == steppers::FrictionModel::kRegularized &&  // stiff below the stiction speed
      !(traits.implicit_terms & steppers::kContactFriction);
  return friction_is_stiff ? 2e-5 : 1e-4;
}
inline double SafeStep(const StepperEntry& entry) { return SafeStep(entry.traits); }

}  // namespace slipstick::support
