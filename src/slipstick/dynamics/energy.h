// Energy, momentum and centre of mass. All read the workspace of the last ForwardKinematics with q and v.
#pragma once

#include "slipstick/core/eigen.h"
#include "slipstick/dynamics/workspace.h"

namespace slipstick::dynamics {

/// Of the bodies and of the rotors behind armatures, at the v of ForwardKinematics.
template <class S>
S KineticEnergy(const Model& model, In<S> v, const Workspace<S>& ws);
/// by_q = the derivatives of ½ vᵀ M(q) v along tangents at q, v held: nv entries. O(n); leaves the momenta of
/// subtrees in body.f.
void KineticEnergyGradient(const Model& model, In<double> v, Workspace<double>& ws, View<double> by_q);
/// Zero when every centre of mass is at the world's origin.
template <class S>
S PotentialEnergy(const Model& model, const Workspace<S>& ws);
/// Kinetic and potential energy after BeginEvaluate at (q, v), J. Cheaper than the functions for each.
struct MechanicalEnergy {
  double kinetic, potential;
};
MechanicalEnergy FindEnergy(const Model& model, In<double> v, const Workspace<double>& ws);

/// Linear momentum, and angular momentum about the world's origin, world axes. Of the bodies alone: an
/// armature is not attached to a body.
struct Momentum {
  Eigen::Vector3d linear, angular;
};
Momentum TotalMomentum(const Model& model, const Workspace<double>& ws);

/// Centre of mass of all bodies, world frame.
Eigen::Vector3d CenterOfMass(const Model& model, const Workspace<double>& ws);
/// Of a body and its descendants.
Eigen::Vector3d CenterOfMass(const Model& model, const Workspace<double>& ws, int root);
/// 3 x nv: its velocity per unit v.
Eigen::MatrixXd CenterOfMassJacobian(const Model& model, const Workspace<double>& ws);

}  // namespace slipstick::dynamics
