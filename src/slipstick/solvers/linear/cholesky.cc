#include "slipstick/solvers/linear/cholesky.h"

#include <algorithm>
#include <cmath>

namespace slipstick::solvers {
namespace {

/// Relative to the diagonal entry: smaller pivots are rounding errors.
constexpr double kMinRelativePivot = 1e-14;

}  // namespace

void SolvePositiveDefinite(Eigen::Ref<Eigen::MatrixXd> A, Eigen::Ref<Eigen::VectorXd> x) {
  const int n = static_cast<int>(A.rows());
  for (int j = 0; j < n; ++j) {
    const double min_pivot = kMinRelativePivot * A(j, j) + 1e-300;
    for (int k = 0; k < j; ++k) A(j, j) -= A(j, k) * A(j, k);
    A(j, j) = std::sqrt(std::max(A(j, j), min_pivot));
    for (int i = j + 1; i < n; ++i) {
      for (int k = 0; k < j; ++k) A(i, j) -= A(i, k) * A(j, k);
      A(i, j) /= A(j, j);
    }
    for (int k = 0; k < j; ++k) x[j] -= A(j, k) * x[k];
    x[j] /= A(j, j);
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int k = i + 1; k < n; ++k) x[i] -= A(k, i) * x[k];
    x[i] /= A(i, i);
  }
}

}  // namespace slipstick::solvers
