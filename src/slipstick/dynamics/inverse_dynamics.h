// Forces that produce a motion (recursive Newton-Euler).
#pragma once

#include "slipstick/dynamics/workspace.h"

namespace slipstick::dynamics {

/// tau = M(q) a + bias(q, v). Also leaves poses, velocities and accelerations of all bodies.
template <class S>
VectorMap<S> InverseDynamics(const Model& model, In<S> q, In<S> v, In<S> a, Workspace<S>& ws);

/// The same at the poses that ForwardKinematics has left in ws.
template <class S>
VectorMap<S> InverseDynamicsAtCurrentPoses(const Model& model, In<S> v, In<S> a, Workspace<S>& ws);

/// Coriolis, centrifugal and gravity forces: InverseDynamics at zero acceleration.
template <class S>
VectorMap<S> Bias(const Model& model, In<S> q, In<S> v, Workspace<S>& ws);

}  // namespace slipstick::dynamics
