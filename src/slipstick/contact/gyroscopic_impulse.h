// Gyroscopic impulses of loose bodies, implicit.
//
// Taken at the start of a step they feed a tumbling body with energy, h² |ω|² of it per step: at 10 ms a
// thrown spoon explodes. Here
//
//   I (ω⁺ - ω) + h ω⁺ × I ω⁺ = 0
//
// about the centre of mass, which never creates any: ω⁺ · I ω⁺ = ω⁺ · I ω. (ω⁺ is the axis about which the
// step turns the body, so that it is the same in the body's frame before and after it.) Bodies that carry
// others keep what their bias says.
#pragma once

#include "slipstick/dynamics/workspace.h"

namespace slipstick::contact {

/// Replaces -h bias by gravity and this, in the rows of bodies that float freely and carry nothing. ws holds
/// M and the bias at (q, v).
void MakeGyroscopicImpulsesImplicit(const Model& model, const Workspace<double>& ws, double h,
                                    const Eigen::VectorXd& v, Eigen::VectorXd& impulse);

}  // namespace slipstick::contact
