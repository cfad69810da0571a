// Minimum-degree ordering of a symmetric sparse matrix: elimination in that order creates little fill-in.
#pragma once

#include <vector>

#include "slipstick/core/view.h"

namespace slipstick::solvers {

class MinimumDegree {
 public:
  /// Starts with n unknowns, none of which are coupled.
  void Begin(int n);
  /// Couples two different unknowns.
  void Couple(int i, int j) { is_coupled_[i * n_ + j] = is_coupled_[j * n_ + i] = true; }
  /// The order of elimination. The unknown with the fewest neighbours is next, and its neighbours are then
  /// coupled with each other. Call once; valid until the next Begin.
  View<const int> Order();

 private:
  void Eliminate(int unknown);

  int n_ = 0;
  std::vector<char> is_coupled_;  ///< n x n: by the matrix or by fill-in
  std::vector<int> degree_;       ///< number of neighbours; n if eliminated
  std::vector<int> order_, neighbours_;
};

}  // namespace slipstick::solvers
