// A small symmetric matrix made tridiagonal, A = P T Pᵀ, by Householder reflections (Golub and Van Loan,
// Matrix Computations, section 8.3.1). P is never multiplied out: the few vectors that need it are reflected
// one time after the other.
#pragma once

#include <vector>

#include "slipstick/core/pack.h"

namespace slipstick::solvers {

class TridiagonalForm {
 public:
  void Reserve(int n);
  /// A is n x n, column after column. Allocates while n exceeds all earlier ones.
  void Decompose(const double* A, int n);

  int size() const { return n_; }
  const double* diagonal() const { return d_.data(); }
  const double* beside() const { return e_.data(); }  ///< entries (i, i + 1); the last of n is zero
  /// No eigenvalue is larger (Gershgorin).
  double LargestEigenvalue() const;

  /// x := Pᵀ x for four vectors at once, one per lane; n packs.
  void ToTridiagonal(Pack* x) const;
  /// x := P x.
  void FromTridiagonal(Pack* x) const;

 private:
  bool FindReflector(int k);
  void ApplyToMatrix(int k);
  void Reflect(Pack* x, int k) const;

  int n_ = 0, packs_ = 0;        ///< packs per column
  std::vector<Pack> A_;          ///< columns, padded with zeros
  std::vector<Pack> reflector_;  ///< columns u, scaled so that I - u uᵀ reflects
  std::vector<Pack> product_;    ///< one column
  std::vector<double> d_, e_;
};

}  // namespace slipstick::solvers
