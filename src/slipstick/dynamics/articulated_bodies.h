// Forward dynamics in O(n): articulated-body inertias.
#pragma once

#include "slipstick/dynamics/workspace.h"

namespace slipstick::dynamics {

/// a with M(q) a + bias(q, v) = tau, without M (Featherstone's articulated bodies). If M is singular the
/// result is meaningless, and this function cannot detect it; FactorMassMatrix can.
template <class S>
VectorMap<S> ForwardDynamics(const Model& model, In<S> q, In<S> v, In<S> tau, Workspace<S>& ws);

/// x := M⁻¹ x with the articulated inertias of the last FinishEvaluateArticulated (contact_space.h), in O(n).
template <class S>
void SolveArticulated(const Model& model, Workspace<S>& ws, Out<S> x);

}  // namespace slipstick::dynamics
