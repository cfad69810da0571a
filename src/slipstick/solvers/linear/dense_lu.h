// LU factorisation with partial pivoting for small dense systems, in preallocated memory.
#pragma once

#include <vector>

#include "slipstick/core/view.h"

namespace slipstick::solvers {

class DenseLu {
 public:
  explicit DenseLu(int n) { Resize(n); }

  /// Changes the size. Allocates only if n exceeds all earlier sizes. The entries are undefined afterwards.
  void Resize(int n) {
    n_ = n;
    rows_.resize(static_cast<size_t>(n) * n);
    pivot_.resize(n);
  }

  /// The matrix to factor, n x n, row-major. Factor() overwrites it.
  View<double> matrix() { return rows_; }
  double* row(int i) { return rows_.data() + static_cast<size_t>(i) * n_; }

  /// False if the matrix is singular or not finite: then Solve must not be called.
  bool Factor();
  /// x := A⁻¹ x.
  void Solve(View<double> x) const;
  /// The same for several columns at once: X is n x columns, row-major. Same bits as column by column.
  void Solve(View<double> X, int columns) const;

 private:
  int n_ = 0;
  std::vector<double> rows_;
  std::vector<int> pivot_;  ///< row swapped with row k in step k
};

}  // namespace slipstick::solvers
