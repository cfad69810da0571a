// Convex quadratic programs over friction cones: pure maths, no robot.
//
//   minimise  ½ xᵀ Q x + gᵀ x   subject to x_i in K_i for every contact i
//
// with Q symmetric and positive semidefinite, possibly singular, and x in blocks (normal, tangent 1, tangent
// 2). K_i is
//   kUnilateral   x_n >= 0, tangents free
//   kCone         |x_t| <= mu x_n
//   kPyramid      the regular pyramid inside that cone: its edges lie on the cone, the first one above
//   tangent 1. For the
//                 pyramid around the cone divide mu by cos(π / sides).
//
// Method: semismooth Newton on the natural map x - P_K(x - D⁻¹(Q x + g)), D the scaled diagonal of Q, damped
// as by Levenberg and Marquardt where Q is singular (cone_newton.h). It takes one or two steps from a nearly
// right guess. Where it does not converge, an interior point method, which does not care where it starts,
// takes it near the solution (cone_barrier.cc).
//
// x lies in the cones whatever happens. Where the minimiser is not unique (Q singular), one of them is found;
// Q x is unique. A problem without a minimiser (g has a part in the null space of Q that some direction of
// the cones falls along) ends with solved = false, and so may one whose diagonal differs by many powers of
// ten between the tangents of one contact, which no scaling of a round cone can mend. Same input, same bits.
#pragma once

#include "slipstick/core/view.h"
#include "slipstick/solvers/cone/cone_newton.h"

namespace slipstick::solvers {

struct QpResult {
  bool solved;     ///< residual <= 1e-10 max |g|, or as small as rounding lets it be
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

  /// Sides of kPyramid, from 3 to 16. Four until called.
  void SetPyramidSides(int sides);

  /// x on entry: a guess (zeros are fine). On exit: the minimiser.
  QpResult Solve(const Eigen::Ref<const Eigen::MatrixXd>& Q, const Eigen::Ref<const Eigen::VectorXd>& g,
                 View<const double> mu, FrictionSet set, Eigen::Ref<Eigen::VectorXd> x);

 private:
  void Rescue();

  Pyramid pyramid_;
  ConeNewton newton_;
};

}  // namespace slipstick::solvers
