// Random dense quadratic programs that have a solution, shaped like those of inverse dynamics.
#pragma once

#include <cmath>

#include "slipstick/core/random.h"
#include "slipstick/solvers/qp/qp_problem.h"
#include "support/random_matrices.h"

namespace slipstick::support {

struct QpShape {
  int variables, equalities, inequalities;
  /// H is the sum of tasks of weight 1 in half of the directions and of this weight in all.
  double least_weight = 1e-3;
};

/// Tasks pull away from a random point which satisfies all constraints, some of them barely. Bounds lie on
/// one side or on both; rows have lengths between 0.1 and 10.
inline solvers::QpProblem RandomQp(const QpShape& shape, Random& random) {
  const int n = shape.variables;
  solvers::QpProblem problem;
  problem.Resize(n, shape.equalities, shape.inequalities);
  const auto fill = [&](auto row) {
    row = RandomVector(n, random).transpose() * std::pow(10.0, random.Uniform(-1.0, 1.0));
  };
  const Eigen::MatrixXd tasks = RandomMatrix(n, random).topRows((n + 1) / 2);
  problem.H() = tasks.transpose() * tasks + shape.least_weight * Eigen::MatrixXd::Identity(n, n);
  problem.g() = -2.0 * tasks.transpose() * RandomVector(static_cast<int>(tasks.rows()), random);
  const Eigen::VectorXd inside = RandomVector(n, random);
  for (int i = 0; i < shape.equalities; ++i) {
    fill(problem.A().row(i));
    problem.b()[i] = problem.A().row(i) * inside;
  }
  for (int i = 0; i < shape.inequalities; ++i) {
    fill(problem.C().row(i));
    const double value = problem.C().row(i) * inside, length = problem.C().row(i).norm();
    if (i % 3 != 1) problem.lower()[i] = value - length * random.Uniform(0.0, 1.0);
    if (i % 3 != 2) problem.upper()[i] = value + length * random.Uniform(0.0, 1.0);
  }
  return problem;
}

}  // namespace slipstick::support
