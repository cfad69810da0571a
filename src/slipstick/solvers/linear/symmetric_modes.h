// Eigenvalues of a small symmetric matrix A = Q Λ Qᵀ, and products with Q that never form it.
//
// Made tridiagonal, then diagonal by the QL method with implicit shifts (Golub and Van Loan, Matrix
// Computations, section 8.3.3). What is left is a list of reflections and rotations, which a program that
// wants Qᵀ x and Q y for a few vectors applies to them.
#pragma once

#include <vector>

#include "slipstick/core/pack.h"
#include "slipstick/solvers/linear/tridiagonal_form.h"

namespace slipstick::solvers {

class SymmetricModes {
 public:
  void Reserve(int n);
  /// A is n x n, column after column. False if it is not finite. Allocates while n exceeds all earlier ones.
  bool Decompose(const double* A, int n);

  int size() const { return form_.size(); }
  const double* values() const {
    return d_.data();
  }  ///< in no particular order; wrong by rounding of the largest

  /// x := Qᵀ x for four vectors at once, one per lane; n packs.
  void ToModes(Pack* x) const;
  /// x := Q x.
  void FromModes(Pack* x) const;

 private:
  struct Rotation {
    int i;  ///< turns entries i and i + 1
    double c, s;
  };

  bool MakeDiagonal();
  int EndOfBlock(int first, double negligible) const;
  void Sweep(int first, int last);

  TridiagonalForm form_;
  std::vector<double> d_, e_;        ///< diagonal, and what is beside it
  std::vector<Rotation> rotations_;  ///< in the order of their use
};

}  // namespace slipstick::solvers
