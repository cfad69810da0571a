// Forward dynamics in O(n): articulated-body inertias.
#pragma once

#include "dynamics/workspace.h"

namespace slipstick {

/// a with M(q) a + bias(q, v) = tau, without M (Featherstone's articulated bodies).
template <class S>
VectorMap<S> ForwardDynamics(const Model& model, In<S> q, In<S> v, In<S> tau, Workspace<S>& ws);

/// The part of it that depends on q alone: ws.U and ws.U_D_inv. Needs poses and body.I of single bodies.
template <class S>
void ArticulatedInertias(const Model& model, Workspace<S>& ws);

}  // namespace slipstick
