// The mass matrix, its tree-sparse factor, and forward dynamics through it.
#pragma once

#include "slipstick/core/pack.h"
#include "slipstick/dynamics/workspace.h"

namespace slipstick::dynamics {

/// Computes M(q) into ws.M, in rows of ancestors (composite rigid bodies).
template <class S>
void MassMatrix(const Model& model, In<S> q, Workspace<S>& ws);

/// Factors ws.M = Lᵀ D L with L unit lower triangular; L has the sparsity of M (Featherstone 2005). False,
/// and ws.M_is_singular, if a pivot is not positive beyond rounding: then M is singular at this
/// configuration, or numbers have overflowed, and solutions are meaningless.
template <class S>
bool FactorMassMatrix(const Model& model, Workspace<S>& ws);

/// x := M⁻¹ x with the factor.
template <class S>
void SolveMassMatrix(const Model& model, const Workspace<S>& ws, Out<S> x);
/// The same for the dofs of one tree, given by its root body; the others are unchanged.
template <class S>
void SolveMassMatrixOfTree(const Model& model, const Workspace<S>& ws, int root, Out<S> x);
/// The same for a row-major matrix of several columns.
template <class S>
void SolveMassMatrix(const Model& model, const Workspace<S>& ws, Out<S> X, int columns);

/// The halves of SolveMassMatrix: x := D⁻¹ L⁻ᵀ x and x := L⁻¹ x. In between, x is L times a velocity: with
/// Y = L⁻ᵀ Jᵀ (ws.whitened) points move at Yᵀ x, and their forces f add D⁻¹ Y f to x (ws.whitened_by_D). T is
/// double, or Pack for four columns.
template <class T>
void WhitenForces(const Model& model, const Workspace<double>& ws, View<T> x);
template <class T>
void UnwhitenVelocities(const Model& model, const Workspace<double>& ws, View<T> x);

/// M, its factor, bias and the solution of M a + bias = tau, in one call; ws.M_is_singular is set if there is
/// no solution. articulated_bodies.h has the O(n) algorithm.
template <class S>
VectorMap<S> ForwardDynamicsByFactor(const Model& model, In<S> q, In<S> v, In<S> tau, Workspace<S>& ws);

/// Calls visit(i, j, M_ij) for the entries that dof k adds to those of its ancestors: (k, k), then (k, i) and
/// (i, k) for each ancestor i. `M`: as in a workspace.
template <class Visit>
SLIPSTICK_INLINE void VisitMassMatrix(const Model& model, const double* M, int k, Visit visit) {
  const double* entry = M + model.diagonal_entry(k);
  visit(k, k, *entry);
  for (int i = model.dof_parent()[k]; i >= 0; i = model.dof_parent()[i]) {
    --entry;
    visit(k, i, *entry);
    visit(i, k, *entry);
  }
}

/// ws.M as a full symmetric matrix.
Eigen::MatrixXd DenseMassMatrix(const Model& model, const Workspace<double>& ws);
/// M(q) as a full symmetric matrix: MassMatrix and DenseMassMatrix in one.
Eigen::MatrixXd DenseMassMatrix(const Model& model, In<double> q, Workspace<double>& ws);

}  // namespace slipstick::dynamics
