// Motion on the configuration manifold: entries of q that form a quaternion cannot be added.
#pragma once

#include "slipstick/core/eigen.h"
#include "slipstick/dynamics/workspace.h"

namespace slipstick::dynamics {

/// result = q moved along the tangent d (nv entries: a velocity times a time). result may be q itself.
template <class S>
void Integrate(const Model& model, In<S> q, In<S> d, View<S> result);
/// result = the shortest tangent d with Integrate(q0, d) = q1.
template <class S>
void Difference(const Model& model, In<S> q0, In<S> q1, View<S> result);

/// result = the time derivative of the tangent d in Integrate(q, d) when that configuration moves at velocity
/// v. For rotations the two differ, since rotations do not commute: the rate is J⁻¹(d) ω with the left
/// Jacobian J (Munthe-Kaas). result may be v itself.
void TangentRate(const Model& model, In<double> d, In<double> v, View<double> result);
/// rows = derivatives by the tangent d, from derivatives by motion at Integrate(q, d); row-major, nv columns.
/// For rotations they are multiplied by J(d).
void ToDerivativesByTangent(const Model& model, In<double> d, View<double> rows);

Eigen::VectorXd Integrate(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& d);
Eigen::VectorXd Difference(const Model& model, const Eigen::VectorXd& q0, const Eigen::VectorXd& q1);

}  // namespace slipstick::dynamics
