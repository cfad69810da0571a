// Springs and dampers by the exponential of an augmented matrix: Hammoud et al. 2022 (expo), Section V, Eqs.
// (29) to (33).
//
//   Ā = | A  ḃ  b  x0 0 |     A = | 0    I   |       exp(t Ā) | x0 0 0 |   | x(t) ∫x ∫∫x |
//       | 0  0  1  0  0 |         | -W K -W B|                | 0  0 0 | = |  .    .   .  |
//       | 0  0  0  1  0 |                                     | 1  0 0 |
//       | 0  0  0  0  1 |     x0 and x stand for positions    | 0  1 0 |
//       | 0  0  0  0  0 |     and velocities                  | 0  0 1 |
//
// A is never inverted, so W may be singular. Two departures from the paper: the column ḃ (omitted if b is
// constant), and the first column on the right, which the paper does not need. The final velocity would also
// follow from the integrals, v = v0 + b t + W ∫λ, but with a rounding error of |A| t, where that of the
// exponential is the square root of it.
//
// At full accuracy the error is rounding times the norm of t A after balancing, about
// (t² |W K|)^½ + t |W B|.
#pragma once

#include <vector>

#include "slipstick/solvers/exponential/matrix_exponential.h"
#include "slipstick/solvers/exponential/spring_damper.h"

namespace slipstick::solvers {

class SpringDamperExponential {
 public:
  explicit SpringDamperExponential(MatrixExponentialOptions options = {}) : exponential_(options) {}

  void Reserve(int n);
  /// Allocates only if n exceeds all earlier sizes.
  void Solve(const SpringDamper& system, const SpringDamperStart& start, double t,
             SpringDamperMotion& motion);

  /// Norm, order and halvings of the last call.
  const MatrixExponential& exponential() const { return exponential_; }

 private:
  void Fill(const SpringDamper& system, const SpringDamperStart& start, double t);

  MatrixExponential exponential_;
  std::vector<double> A_, V_;
};

}  // namespace slipstick::solvers
