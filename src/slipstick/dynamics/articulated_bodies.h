// Forward dynamics in O(n): articulated-body inertias.
#pragma once

#include "slipstick/dynamics/workspace.h"

namespace slipstick::dynamics {

/// a with M(q) a + bias(q, v) = tau, without M (Featherstone's articulated bodies). If M is singular the
/// result is meaningless, and this function cannot detect it; FactorMassMatrix can.
template <class S>
VectorMap<S> ForwardDynamics(const Model& model, In<S> q, In<S> v, In<S> tau, Workspace<S>& ws);

/// One of the passes of sweep.h, private to dynamics/: articulated inertias from body.I of single bodies,
/// leaves to roots: U, U_D_inv. `added_inertia`: of each dof, or null.
template <class S>
void ComputeArticulatedInertias(const Model& model, Workspace<S>& ws, const S* added_inertia = nullptr);

/// x := M⁻¹ x with the articulated inertias of the last FinishEvaluateArticulated (contact_space.h), in O(n).
template <class S>
void SolveArticulated(const Model& model, Workspace<S>& ws, Out<S> x);

}  // namespace slipstick::dynamics
