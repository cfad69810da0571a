// Eigenvalues of a small symmetric matrix A = Q Λ Qᵀ, and products with Q without forming it.
//
// Reduction to tridiagonal form, then the QL method with implicit shifts (Golub and Van Loan, Matrix
// Computations, section 8.3.3). Q is stored as a matrix and a list of rotations, which are applied to the few
// vectors of Qᵀ x and Q y.
#pragma once

#include <vector>

#include "slipstick/core/pack.h"
#include "slipstick/solvers/linear/tridiagonal_form.h"

namespace slipstick::solvers {

class SymmetricModes {
 public:
  void Reserve(int n);
  /// A is n x n, column-major. False if it is not finite. Allocates only if n exceeds all earlier sizes.
  bool Decompose(const double* A, int n);

  int size() const { return form_.size(); }
  /// Eigenvalues, not sorted, with the rounding error of the largest.
  const double* values() const { return d_.data(); }

  /// y := Qᵀ x for four vectors at once, one per lane; n packs.
  void ToModes(const Pack* x, Pack* y) const;
  /// y := Q x. Overwrites x.
  void FromModes(Pack* x, Pack* y) const;

 private:
  struct Rotation {
    int i;  ///< rotates entries i and i + 1
    double c, s;
  };

  bool MakeDiagonal();
  int EndOfBlock(int first, double negligible) const;
  void Sweep(int first, int last);

  TridiagonalForm form_;
  std::vector<double> d_, e_;        ///< diagonal and off-diagonal entries
  std::vector<Rotation> rotations_;  ///< in the order of application
};

}  // namespace slipstick::solvers
