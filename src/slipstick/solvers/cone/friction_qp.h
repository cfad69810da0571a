// Convex quadratic programs over friction cones. Independent of robots and time steps.
//
//   minimise  ½ xᵀ Q x + gᵀ x   subject to x_i in K_i for every contact i
//
// with Q symmetric and positive semidefinite, possibly singular. x consists of blocks (normal, tangent 1,
// tangent 2). K_i is
//   kUnilateral   x_n >= 0, tangents free
//   kCone         |x_t| <= mu x_n
//   kPyramid      the regular pyramid inscribed in that cone: its edges lie on the cone, the first one above
//                 tangent 1. For the circumscribed pyramid divide mu by cos(π / sides).
//
// Method: semismooth Newton on the natural map x - P_K(x - D⁻¹(Q x + g)), D the scaled diagonal of Q, damped
// as by Levenberg and Marquardt where Q is singular (cone_newton.h). From a good initial guess it takes one
// or two steps. If it does not converge, an interior point method, which needs no initial guess, moves it
// near the solution (cone_barrier.cc).
//
// x always lies in the cones. If the minimiser is not unique (Q singular), one of them is found; Q x is
// unique. A problem without a minimiser (the cost is unbounded below along some direction of the cones in the
// null space of Q) ends with solved = false. So may a problem whose diagonal differs by many powers of ten
// between the two tangents of a contact, since the scaling of a circular cone is the same for both. Same
// input, same bits.
#pragma once

#include "slipstick/core/view.h"
#include "slipstick/solvers/cone/cone_newton.h"

namespace slipstick::solvers {

struct QpResult {
  bool solved;     ///< residual <= 1e-10 max |g|, or at the level of rounding errors
  int iterations;  ///< factorisations and sweeps
  /// In units of g: the largest entry of D (x - P_K(x - D⁻¹(Q x + g))), P_K the projection in the metric of
  /// D.
  double residual;
};

class FrictionQp {
 public:
  explicit FrictionQp(int max_contacts = 0);

  /// The only function that allocates; Solve calls it if needed.
  void Reserve(int contacts);

  /// Sides of kPyramid, 3 to 16. Default: 4.
  void SetPyramidSides(int sides);

  /// x on entry: initial guess (may be zero). On exit: the minimiser. `compliance`: added to the diagonal of
  /// Q, one number per contact; empty for none.
  QpResult Solve(const Eigen::Ref<const Eigen::MatrixXd>& Q, const Eigen::Ref<const Eigen::VectorXd>& g,
                 View<const double> mu, FrictionSet set, Eigen::Ref<Eigen::VectorXd> x,
                 View<const double> compliance = {});

 private:
  static constexpr int kNewtonSteps = 25;  ///< before the interior point method

  void SolveByBarrier();

  Pyramid pyramid_;
  ConeNewton newton_;
};

}  // namespace slipstick::solvers
