#include "slipstick/solvers/qp/qp_problem.h"

#include <limits>

namespace slipstick::solvers {

void QpProblem::Resize(int variables, int equalities, int inequalities) {
  const size_t n = variables, m = equalities, k = inequalities;
  variables_ = variables;
  equalities_ = equalities;
  inequalities_ = inequalities;
  H_.assign(n * n, 0.0);
  g_.assign(n, 0.0);
  A_.assign(m * n, 0.0);
  b_.assign(m, 0.0);
  C_.assign(k * n, 0.0);
  lower_.assign(k, -std::numeric_limits<double>::infinity());
  upper_.assign(k, std::numeric_limits<double>::infinity());
}

}  // namespace slipstick::solvers
