// Small dense quadratic programs over x >= 0. Independent of robots and time steps.
//
//   minimise  ½ xᵀ H x - gᵀ x   subject to x >= 0,   H symmetric positive definite
//
// by the active-set method of Lawson and Hanson (Solving Least Squares Problems, 1974, chapter 23): some
// entries are zero, the others solve their equations. It starts with all entries free, so a problem without
// active bounds costs one factorisation.
#pragma once

#include <vector>

#include "slipstick/core/eigen.h"

namespace slipstick::solvers {

class NonnegativeQp {
 public:
  explicit NonnegativeQp(int max_size);

  /// x is always >= 0. True if it is the minimiser up to rounding; false after 10 n changes of the active set
  /// (seen only if H is singular up to rounding). Does not allocate.
  bool Solve(const Eigen::Ref<const Eigen::MatrixXd>& H, const Eigen::Ref<const Eigen::VectorXd>& g,
             Eigen::Ref<Eigen::VectorXd> x);

 private:
  bool FreeSteepest(const Eigen::Ref<const Eigen::MatrixXd>& H, const Eigen::Ref<const Eigen::VectorXd>& g,
                    const Eigen::Ref<Eigen::VectorXd>& x);
  void SolveFree(const Eigen::Ref<const Eigen::MatrixXd>& H, const Eigen::Ref<const Eigen::VectorXd>& g);
  bool MoveTowardsSolution(Eigen::Ref<Eigen::VectorXd> x);

  std::vector<int> free_;  ///< entries that may be positive, ascending
  std::vector<char> is_free_;
  Eigen::MatrixXd factor_;
  Eigen::VectorXd solution_;  ///< of the free entries, at their own indices
  Eigen::VectorXd rhs_;
};

}  // namespace slipstick::solvers
