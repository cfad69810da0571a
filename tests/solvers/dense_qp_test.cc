#include "solvers/dense_qp.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>

#include "core/sanitized.h"
#include "solvers/problems/qp_problems.h"

namespace slipstick {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd SolveCold(const QpProblem& problem) {
  DenseQp qp;
  VectorXd x;
  QpActiveSet active;
  const QpReport report = qp.Solve(problem, x, active);
  EXPECT_EQ(report.status, QpStatus::kSolved) << Name(report.status);
  EXPECT_LE(report.residual, 1e-10);
  return x;
}

/// Nearest point to p.
QpProblem Nearest(const VectorXd& p, int equalities, int inequalities) {
  QpProblem problem;
  problem.Resize(static_cast<int>(p.size()), equalities, inequalities);
  problem.H().setIdentity();
  problem.g() = -p;
  return problem;
}

TEST(DenseQp, ProjectsOntoABox) {
  Random random(1);
  for (int n = 1; n < 30; ++n) {
    const VectorXd p = 3.0 * RandomVector(n, random);
    QpProblem problem = Nearest(p, 0, n);
    problem.C().setIdentity();
    problem.lower().setConstant(-1.0);
    problem.upper().setConstant(0.5);
    EXPECT_LE((SolveCold(problem) - p.cwiseMin(0.5).cwiseMax(-1.0)).lpNorm<Eigen::Infinity>(), 1e-15);
  }
}

TEST(DenseQp, SolvesRandomProblems) {
  Random random(1);
  for (int trial = 0; trial < Repeats(100); ++trial) {
    const QpProblem problem = RandomQp({61, 18 + trial % 23, 100}, random);
    DenseQp qp;
    VectorXd x, again;
    QpActiveSet active;
    const QpReport report = qp.Solve(problem, x, active);
    EXPECT_EQ(report.status, QpStatus::kSolved) << Name(report.status);
    EXPECT_LE(report.residual, 1e-12);
    const QpReport second = qp.Solve(problem, again, active);
    EXPECT_EQ(second.iterations, 0);
    EXPECT_LE((x - again).norm(), 1e-10 * x.norm());
  }
}

}  // namespace
}  // namespace slipstick
