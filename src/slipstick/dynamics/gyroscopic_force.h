// Implicit gyroscopic forces of free bodies.
//
// An explicit gyroscopic term adds the fraction h² |ω|² to the energy of a tumbling body in every step: with
// 10 ms steps a thrown spoon is unstable. Here
//
//   I (ω⁺ - ω) + h ω⁺ × I ω⁺ = 0
//
// about the centre of mass, which never adds energy: ω⁺ · I ω⁺ = ω⁺ · I ω. (The step rotates the body about
// ω⁺, so ω⁺ has the same components in the body frame before and after it.) Bodies that carry other bodies
// keep their explicit bias.
#pragma once

#include "slipstick/dynamics/workspace.h"

namespace slipstick::dynamics {

/// Replaces -bias by gravity and the implicit force, in the rows of floating bodies without children. ws
/// holds M and the bias at (q, v).
void MakeGyroscopicForceImplicit(const Model& model, const Workspace<double>& ws, double h,
                                 const Eigen::VectorXd& v, Eigen::VectorXd& force);

}  // namespace slipstick::dynamics
