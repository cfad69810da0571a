// Small symmetric positive definite systems, in memory of the caller.
#pragma once

#include "slipstick/core/eigen.h"

namespace slipstick::solvers {

/// x := A⁻¹ x; A is overwritten by its Cholesky factor, and only its lower half is read. Where rounding makes
/// A singular, the entry that cannot be told stays small. Does not allocate.
void SolvePositiveDefinite(Eigen::Ref<Eigen::MatrixXd> A, Eigen::Ref<Eigen::VectorXd> x);

}  // namespace slipstick::solvers
