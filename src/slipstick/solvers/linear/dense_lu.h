// LU factorisation with partial pivoting for small dense systems, in preallocated memory.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "slipstick/core/pack.h"
#include "slipstick/core/view.h"

namespace slipstick::solvers {

class DenseLu {
 public:
  explicit DenseLu(int n) { Resize(n); }

  /// Changes the size. Allocates only if n exceeds all earlier sizes. The entries are undefined afterwards.
  void Resize(int n) {
    n_ = n;
    packs_ = (n + Pack::kLanes - 1) / Pack::kLanes;
    rows_.resize(static_cast<size_t>(n) * packs_);
    pivot_.resize(n), pivot_inverse_.resize(n);
  }

  /// The n entries of row i of the matrix to factor. Factor() overwrites them.
  double* row(int i) { return const_cast<double*>(std::as_const(*this).row(i)); }
  /// Sets all n x n entries, row-major.
  void SetMatrix(View<const double> entries) {
    for (int i = 0; i < n_; ++i) std::copy_n(&entries[static_cast<size_t>(i) * n_], n_, row(i));
  }

  /// False if the matrix is singular or not finite: then Solve must not be called.
  bool Factor();
  /// x := A⁻¹ x.
  void Solve(View<double> x) const;
  /// The same for several columns at once: X is n x columns, row-major. Same bits as column by column.
  void Solve(View<double> X, int columns) const;

 private:
  const double* row(int i) const { return reinterpret_cast<const double*>(PacksOf(i)); }
  const Pack* PacksOf(int i) const { return rows_.data() + static_cast<size_t>(i) * packs_; }

  int n_ = 0, packs_ = 0;   ///< packs per row
  std::vector<Pack> rows_;  ///< padded
  std::vector<int> pivot_;  ///< row swapped with row k in step k
  std::vector<double> pivot_inverse_;
};

}  // namespace slipstick::solvers
