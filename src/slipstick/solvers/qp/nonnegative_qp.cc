#include "slipstick/solvers/qp/nonnegative_qp.h"

#include <algorithm>

#include "slipstick/solvers/linear/cholesky.h"

namespace slipstick::solvers {

using Eigen::MatrixXd;
using Eigen::Ref;
using Eigen::VectorXd;

NonnegativeQp::NonnegativeQp(int max_size)
    : is_free_(max_size),
      factor_(max_size, max_size),
      solution_(VectorXd::Zero(max_size)),
      rhs_(VectorXd::Zero(max_size)) {
  free_.reserve(max_size);
}

bool NonnegativeQp::Solve(const Ref<const MatrixXd>& H, const Ref<const VectorXd>& g, Ref<VectorXd> x) {
  const int n = static_cast<int>(g.size());
  x.setZero();
  if (n == 0) return true;
  std::fill(is_free_.begin(), is_free_.begin() + n, true);
  for (int change = 0; change <= 10 * n; ++change) {
    SolveFree(H, g);
    if (!MoveTowardsSolution(x)) continue;  // a bound has become active
    if (!FreeSteepest(H, g, x)) return true;
  }
  return false;
}

/// Of the entries fixed at zero, frees the one with the steepest descent of the cost. False if there is none.
bool NonnegativeQp::FreeSteepest(const Ref<const MatrixXd>& H, const Ref<const VectorXd>& g,
                                 const Ref<VectorXd>& x) {
  constexpr double kRounding = 1e-12;
  int best = -1;
  double steepest = kRounding * g.cwiseAbs().maxCoeff();
  for (int i = 0; i < g.size(); ++i) {
    if (is_free_[i]) continue;
    const double slope = g[i] - H.col(i).dot(x);
    if (slope > steepest) best = i, steepest = slope;
  }
  if (best >= 0) is_free_[best] = true;
  return best >= 0;
}

/// Solves the equations of the free entries by Cholesky, the others being zero.
void NonnegativeQp::SolveFree(const Ref<const MatrixXd>& H, const Ref<const VectorXd>& g) {
  free_.clear();
  for (int i = 0; i < g.size(); ++i)
    if (is_free_[i]) free_.push_back(i);
  const int m = static_cast<int>(free_.size());
  for (int i = 0; i < m; ++i) {
    rhs_[i] = g[free_[i]];
    for (int j = 0; j <= i; ++j) factor_(i, j) = H(free_[i], free_[j]);
  }
  SolvePositiveDefinite(factor_.topLeftCorner(m, m), rhs_.head(m));
  for (int i = 0; i < m; ++i) solution_[free_[i]] = rhs_[i];
}

/// Moves x towards the solution of the free entries as far as x >= 0 allows; true if it gets there. Entries
/// that become zero on the way are fixed.
bool NonnegativeQp::MoveTowardsSolution(Ref<VectorXd> x) {
  double fraction = 1.0;
  for (const int i : free_)
    if (solution_[i] < 0.0) fraction = std::min(fraction, x[i] / (x[i] - solution_[i]));
  bool arrived = true;
  for (const int i : free_) {
    const bool blocks = solution_[i] < 0.0 && x[i] / (x[i] - solution_[i]) <= fraction;
    x[i] = blocks ? 0.0 : std::max(0.0, x[i] + fraction * (solution_[i] - x[i]));
    if (blocks) is_free_[i] = arrived = false;
  }
  return arrived;
}

}  // namespace slipstick::solvers
