// The recursive passes over the bodies from which all dynamics algorithms are composed. Private to dynamics/.
//
// Each sweep computes one kind of quantity for all bodies, from the roots to the leaves or back.
//
// docs/dynamics.md has the equations and defines the origin O.
#pragma once

#include "slipstick/dynamics/workspace.h"

namespace slipstick::dynamics::sweep {

/// True for a body on a floating joint in the world: its motion subspace is the identity.
inline bool IsFree(const model::SweepBody& b) {
  return b.kind == JointKind::kFloating && b.parent == model::kWorld;
}

/// Forward kinematics: poses of all bodies at q and the motion subspaces of their joints: body.R, body.p,
/// origin, subspace.
template <class S>
void ComputePoses(const Model& model, const S* q, Workspace<S>& ws);

/// Velocities at v, and accelerations at joint accelerations a: body.v, body.a. Without a: the bias
/// accelerations.
template <class S>
void ComputeVelocitiesAndAccelerations(const Model& model, const S* v, const S* a, Workspace<S>& ws);

/// Inertias of the single bodies about their tree's origin: body.I.
template <class S>
void ComputeInertias(const Model& model, Workspace<S>& ws);

/// The force that gives each body its acceleration, from body.I: body.f.
template <class S>
void NewtonEuler(const Model& model, Workspace<S>& ws);

/// ComputeVelocitiesAndAccelerations and Newton-Euler in one, without body.I: cheaper if body.I is not needed
/// otherwise.
template <class S>
void ComputeBodyForces(const Model& model, const S* v, const S* a, Workspace<S>& ws);

/// ComputePoses, ComputeVelocitiesAndAccelerations, ComputeInertias and NewtonEuler in turn: all sweeps
/// without sums over subtrees.
template <class S>
void EvaluateBodies(const Model& model, const S* q, const S* v, const S* a, Workspace<S>& ws);

/// Backward pass of RNEA: sums body.f over subtrees and projects it on the joints.
template <class S>
void AccumulateForces(const Model& model, S* tau, Workspace<S>& ws);

/// Backward pass of CRBA: sums body.I over subtrees and writes M.
template <class S>
void AccumulateInertias(const Model& model, Workspace<S>& ws);

/// Classical acceleration of the body-fixed point p at the bias acceleration, without gravity: J̇ v.
template <class S>
SLIPSTICK_INLINE Vec3<S> BiasAccelerationAt(const BodyState<S>& body, const Vec3<S>& p,
                                            const Workspace<S>& ws) {
  const Motion<S> a = body.a - ws.world.a;
  return PointVelocity(a, p) + Cross(body.v.ang, PointVelocity(body.v, p));
}

/// Motion of a body relative to its parent at joint velocity v (the joint's own entries).
template <class S>
SLIPSTICK_INLINE Motion<S> JointMotion(const model::SweepBody& b, const S* v, const Workspace<S>& ws) {
  const Motion<S>* subspace = &ws.subspace[b.v];
  Motion<S> motion = v[0] * subspace[0];
  for (int k = 1; k < b.nv; ++k) motion += v[k] * subspace[k];
  return motion;
}

}  // namespace slipstick::dynamics::sweep
