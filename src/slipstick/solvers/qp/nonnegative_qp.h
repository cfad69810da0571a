// Small dense quadratic programs over x >= 0: pure maths, no robot.
//
//   minimise  ½ xᵀ H x - gᵀ x   subject to x >= 0,   H symmetric positive definite
//
// by the active-set method of Lawson and Hanson (Solving Least Squares Problems, 1974, chapter 23): some
// entries are zero, the others solve their equations. It starts with all entries free, so that a problem
// whose bounds do not bind costs one factorisation.
#pragma once

#include <vector>

#include "slipstick/core/eigen.h"

namespace slipstick::solvers {

class NonnegativeQp {
 public:
  explicit NonnegativeQp(int max_size);

  /// x >= 0 whatever happens. True if it is the minimiser to rounding; false after 10 n changes of the active
  /// set (seen only where H is singular to rounding). Does not allocate.
  bool Solve(const Eigen::Ref<const Eigen::MatrixXd>& H, const Eigen::Ref<const Eigen::VectorXd>& g,
             Eigen::Ref<Eigen::VectorXd> x);

 private:
  bool FreeTheMostWilling(const Eigen::Ref<const Eigen::MatrixXd>& H,
                          const Eigen::Ref<const Eigen::VectorXd>& g, const Eigen::Ref<Eigen::VectorXd>& x);
  void SolveFree(const Eigen::Ref<const Eigen::MatrixXd>& H, const Eigen::Ref<const Eigen::VectorXd>& g);
  bool MoveTowardsSolution(Eigen::Ref<Eigen::VectorXd> x);

  std::vector<int> free_;  ///< entries that may be positive, in order
  std::vector<char> is_free_;
  Eigen::MatrixXd factor_;
  Eigen::VectorXd solution_;  ///< of the free entries, at their own places
  Eigen::VectorXd rhs_;
};

}  // namespace slipstick::solvers
