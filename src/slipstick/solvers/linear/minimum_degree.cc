#include "slipstick/solvers/linear/minimum_degree.h"

#include <algorithm>

namespace slipstick::solvers {

void MinimumDegree::Begin(int n) {
  n_ = n;
  is_coupled_.assign(static_cast<size_t>(n) * n, false);
}

View<const int> MinimumDegree::Order() {
  degree_.resize(n_);
  for (int i = 0; i < n_; ++i)
    degree_[i] = static_cast<int>(std::count(&is_coupled_[i * n_], &is_coupled_[i * n_] + n_, true));
  order_.clear();
  while (static_cast<int>(order_.size()) < n_) {
    const auto best = static_cast<int>(std::min_element(degree_.begin(), degree_.end()) - degree_.begin());
    order_.push_back(best);
    Eliminate(best);
  }
  return order_;
}

/// Couples the neighbours with each other, and removes the unknown.
void MinimumDegree::Eliminate(int unknown) {
  neighbours_.clear();
  for (int i = 0; i < n_; ++i)
    if (is_coupled_[unknown * n_ + i]) neighbours_.push_back(i);
  degree_[unknown] = n_;
  for (const int i : neighbours_) {
    is_coupled_[i * n_ + unknown] = false;
    --degree_[i];
    for (const int j : neighbours_)
      if (j != i && !is_coupled_[i * n_ + j]) is_coupled_[i * n_ + j] = true, ++degree_[i];
  }
}

}  // namespace slipstick::solvers
