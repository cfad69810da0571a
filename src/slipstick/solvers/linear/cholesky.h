// Cholesky solver for small symmetric positive definite systems, in the caller's memory.
#pragma once

#include "slipstick/core/eigen.h"

namespace slipstick::solvers {

/// x := A⁻¹ x; A is overwritten by its Cholesky factor, and only its lower half is read. Pivots that are lost
/// to rounding are replaced by small positive ones. Does not allocate.
void SolvePositiveDefinite(Eigen::Ref<Eigen::MatrixXd> A, Eigen::Ref<Eigen::VectorXd> x);

}  // namespace slipstick::solvers
