// Points on springs and dampers, coupled by an inverse inertia W:
//
//   ẍ = b + ḃ t + W λ,    λ = -(K x + B ẋ),    K and B diagonal, W symmetric and positive semidefinite
//
// These are the contact dynamics of Hammoud et al. 2022 (expo), Eq. (11), with a free acceleration that may
// grow linearly in time (constant in the paper). A step needs the means of λ over it, Eqs. (23) and (25).
// Four algorithms compute them and agree up to rounding:
//
//   spring_damper_tridiagonal.h  a sum over a few tridiagonal systems, for B = β K: the fastest
//   spring_damper_modes.h        closed form, for B = β K
//   spring_damper_rational.h     the same sum over full systems of size n, for any K and B
//   spring_damper_exponential.h  the paper's exponential of a matrix of size 2 n + 3, and its cheaper forms
#pragma once

namespace slipstick::solvers {

struct SpringDamper {
  int n;
  const double* W;  ///< n x n, column-major
  const double* K;  ///< the n entries of the diagonal, > 0
  const double* B;  ///< the n entries of the diagonal, >= 0
};

struct SpringDamperStart {
  const double *x, *v;       ///< n entries each
  const double *b, *b_rate;  ///< b_rate may be null: constant b
};

/// State at time t and mean forces up to t. n entries each.
struct SpringDamperMotion {
  double *x, *v;
  double* mean;         ///< mean of λ, (1/t) ∫ λ, which determines v
  double* double_mean;  ///< mean of λ weighted by the time that is left, (2/t²) ∫∫ λ, which determines x
};

}  // namespace slipstick::solvers
