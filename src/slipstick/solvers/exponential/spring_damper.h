// Points on springs and dampers that feel each other through an inverse inertia W:
//
//   ẍ = b + ḃ t + W λ,    λ = -(K x + B ẋ),    K and B diagonal, W symmetric and positive semidefinite
//
// the contact dynamics of paper 000, Eq. (11), with a drive that may grow over time (the paper's is
// constant). A step needs the means of λ over it, Eqs. (23) and (25). There are four algorithms to them,
// which agree to rounding:
//
//   spring_damper_tridiagonal.h  a sum over a few tridiagonal systems, where B = β K: the fastest
//   spring_damper_modes.h        closed form, where B = β K
//   spring_damper_rational.h     the same sum over full systems of size n, for any K and B
//   spring_damper_exponential.h  the paper's exponential of a matrix of size 2 n + 3, and its cheaper
//   approximations
#pragma once

namespace slipstick::solvers {

struct SpringDamper {
  int n;
  const double* W;  ///< n x n, column after column
  const double* K;  ///< n entries, > 0
  const double* B;  ///< n entries, >= 0
};

struct SpringDamperStart {
  const double *x, *v;       ///< n entries each
  const double *b, *b_rate;  ///< b_rate may be null: a constant drive
};

/// What has become of it after a time t. n entries each.
struct SpringDamperMotion {
  double *x, *v;
  double* mean;         ///< (1/t) ∫ λ
  double* double_mean;  ///< (2/t²) ∫∫ λ, the mean of the mean that positions feel
};

}  // namespace slipstick::solvers
