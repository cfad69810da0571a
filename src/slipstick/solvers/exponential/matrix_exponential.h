// exp(A) V for a dense matrix A and a V of few columns.
//
// Scaling and squaring with diagonal Padé approximants r = D⁻¹ N (Higham, The scaling and squaring method for
// the matrix exponential revisited, 2005), and the cheaper form of Hammoud et al. 2022 (expo), Eqs. (31) to
// (33): no scaling, a low order, N(A) V first and one factorisation of D(A) that solves for the few columns
// of V.
//
//   products                 0  1  2  3  4   full
//   order of the Padé form   1  2  3  5  7   up to 13, with as many halvings of A as its 1-norm requires
//
// Without halvings the error grows with the spectrum of A. Balancing reduces the norm of a matrix of
// positions and velocities by orders of magnitude, and with it the number of halvings at full accuracy. It
// does not change the error of the cheaper form, contrary to the expo paper: a rational function of S⁻¹ A S
// is S⁻¹ r(A) S, so balancing cancels except for rounding. There it can only reduce the order used, if a
// lower order than allowed is accurate enough.
#pragma once

#include <vector>

namespace slipstick::solvers {

struct MatrixExponentialOptions {
  int products = -1;    ///< largest number of matrix products, 0 to 4; -1: as needed for full accuracy
  bool balance = true;  ///< scale rows and columns by powers of two first
};

class MatrixExponential {
 public:
  explicit MatrixExponential(MatrixExponentialOptions options = {});

  void Reserve(int n);
  /// V := exp(A) V; A is n x n, V is n x columns, both column-major. NaN if A is not finite or the low-order
  /// denominator is singular. Allocates only if n exceeds all earlier sizes.
  void Apply(int n, const double* A, int columns, double* V);

  /// Of the last call: the 1-norm of A (after balancing), the order chosen and the number of halvings.
  double norm() const { return norm_; }
  int order() const { return order_; }
  int halvings() const { return halvings_; }

 private:
  void Load(const double* A);
  void Balance();
  void ChooseOrder();
  void EvalPade();
  bool Factor();
  void Solve(int columns, int stride, double* X) const;
  int ChooseSquarings(int columns) const;
  void Square(double*& X, double*& scratch);

  using Matrix = std::vector<double>;  ///< stride_ x stride_, padded with zeros, column-major

  MatrixExponentialOptions options_;
  int n_ = 0, stride_ = 0;
  double norm_ = 0.0;
  int order_ = 0, halvings_ = 0;
  Matrix A_, A2_, A4_, A6_, A8_;
  Matrix odd_, even_, numerator_, denominator_;
  std::vector<double> scale_, inverse_scale_;  ///< of balancing
  std::vector<int> pivot_, rows_;
  std::vector<double> column_;
};

}  // namespace slipstick::solvers
