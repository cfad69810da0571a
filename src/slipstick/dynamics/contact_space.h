// Jacobians of a set of points and their inverse inertia matrix W = J M⁻¹ Jᵀ (Delassus operator).
//
// J has three rows per point, one per world axis. A contact between two bodies is the difference of two
// points; its block of W follows from theirs.
#pragma once

#include "slipstick/core/eigen.h"
#include "slipstick/dynamics/workspace.h"

namespace slipstick::dynamics {

template <class S>
using Points = std::type_identity_t<View<const BodyPoint<S>>>;

/// All quantities of the smooth dynamics that a contact step needs, each computed once: poses, velocities,
/// bias accelerations, M and its factor, bias, and for every point its position, velocity, Jacobian and J̇ v.
/// False if M is singular here (see FactorMassMatrix).
template <class S>
bool Evaluate(const Model& model, In<S> q, In<S> v, Points<S> points, Workspace<S>& ws);

/// Evaluate in two stages, for callers that find the points from the poses. The first: poses, velocities and
/// bias accelerations. The second, at the same (q, v): M and its factor, bias, and the points.
/// `added_inertia` is added to the diagonal of M (nv entries or empty); linearly implicit steppers use it.
template <class S>
void BeginEvaluate(const Model& model, In<S> q, In<S> v, Workspace<S>& ws);
template <class S>
bool FinishEvaluate(const Model& model, Points<S> points, Workspace<S>& ws, In<S> added_inertia = {});

/// The second stage in O(n): articulated inertias instead of M and its factor. If M is singular the results
/// are meaningless.
template <class S>
void FinishEvaluateArticulated(const Model& model, Points<S> points, Workspace<S>& ws,
                               In<S> added_inertia = {});

/// W of the points of the last Evaluate, through the factor: ws.W, (3m)² entries, column after column.
template <class S>
void ContactInertiaByFactor(const Model& model, Workspace<S>& ws);

/// W in O(n) per point by unit forces on the articulated bodies (Wakisaka and Sugihara 2014, section II-A):
/// of the points of the last FinishEvaluateArticulated, or of points at q, without a preceding call.
template <class S>
void ContactInertiaByUnitForces(const Model& model, Workspace<S>& ws);
template <class S>
void ContactInertiaByUnitForces(const Model& model, In<S> q, Points<S> points, Workspace<S>& ws);

/// ws.W as a matrix.
inline MatrixMap<double> ContactInertia(const Workspace<double>& ws) {
  return {ws.W.data(), 3 * ws.num_points, 3 * ws.num_points};
}
/// J of the points of the last Evaluate: 3m x nv.
Eigen::MatrixXd DenseContactJacobian(const Model& model, const Workspace<double>& ws);

}  // namespace slipstick::dynamics
