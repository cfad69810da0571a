// Tridiagonal form of a small symmetric matrix, A = P T Pᵀ, by Householder reflections (Golub and Van Loan,
// Matrix Computations, section 8.3.1).
#pragma once

#include <vector>

#include "slipstick/core/pack.h"

namespace slipstick::solvers {

class TridiagonalForm {
 public:
  void Reserve(int n);
  /// A is n x n, column-major. Allocates only if n exceeds all earlier sizes.
  void Decompose(const double* A, int n);

  int size() const { return n_; }
  const double* diagonal() const { return d_.data(); }
  const double* off_diagonal() const { return e_.data(); }  ///< entries (i, i + 1); the last of n is zero
  /// An upper bound of all eigenvalues: the largest end of a Gershgorin disc, or zero.
  double EigenvalueBound() const;

  // Changes of basis of four vectors at once, one per lane; n packs.
  void ToBasisOfT(const Pack* x, Pack* y) const;    ///< y := Pᵀ x
  void FromBasisOfT(const Pack* x, Pack* y) const;  ///< y := P x

 private:
  bool FindReflector(int k);
  void ApplyToMatrix(int k);
  void FormP();
  int FirstPack(int k) const { return (k + 1) / Pack::kLanes; }  ///< that reflection k changes

  int n_ = 0, packs_ = 0;        ///< packs per column
  std::vector<Pack> A_;          ///< columns, padded with zeros
  std::vector<Pack> reflector_;  ///< columns u of the reflections I - β u uᵀ
  std::vector<Pack> product_;    ///< one column
  std::vector<Pack> P_;          ///< rows, padded
  std::vector<double> d_, e_, beta_;
};

}  // namespace slipstick::solvers
