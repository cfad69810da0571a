// Forward kinematics: poses, velocities, bias accelerations and Jacobians.
#pragma once

#include "slipstick/dynamics/workspace.h"

namespace slipstick::dynamics {

/// Poses and subspaces of all bodies at q: body[i].R, body[i].p, origin, subspace.
template <class S>
void ForwardKinematics(const Model& model, In<S> q, Workspace<S>& ws);

/// The same with velocities and bias accelerations.
template <class S>
void ForwardKinematics(const Model& model, In<S> q, In<S> v, Workspace<S>& ws);

// The functions below read the workspace of the last ForwardKinematics (or Evaluate).

/// Position of a body-fixed point in the world, its velocity, and its acceleration at zero joint acceleration
/// (J̇ v).
template <class S>
Vec3<S> PointPosition(const Model& model, const Workspace<S>& ws, const BodyPoint<S>& point);
template <class S>
Vec3<S> PointVelocity(const Workspace<S>& ws, const BodyPoint<S>& point);
template <class S>
Vec3<S> PointBiasAcceleration(const Workspace<S>& ws, const BodyPoint<S>& point);

/// Pose of a named frame in the world.
Pose FramePose(const Model& model, const Workspace<double>& ws, int frame);
/// 6 x nv: linear velocity of the frame's origin above its angular velocity, world axes, per unit v.
Eigen::MatrixXd FrameJacobian(const Model& model, const Workspace<double>& ws, int frame);
/// 3 x nv: velocity of the point, world axes, per unit v.
Eigen::MatrixXd PointJacobian(const Model& model, const Workspace<double>& ws,
                              const BodyPoint<double>& point);

}  // namespace slipstick::dynamics
