// Solutions of dense quadratic programs that are known from other algorithms. Hard cases:
// dense_qp_hard_test.cc.
#include "slipstick/solvers/qp/dense_qp.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>

#include "slipstick/core/random.h"
#include "slipstick/solvers/qp/simplex_qp.h"
#include "support/numbers.h"
#include "support/qp_problems.h"
#include "support/sanitized.h"
#include "support/tolerances.h"

namespace slipstick::solvers {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd SolveCold(const QpProblem& problem, QpActiveSet* active = nullptr) {
  DenseQp qp;
  VectorXd x;
  QpActiveSet binding;
  const QpReport report = qp.Solve(problem, x, binding);
  EXPECT_EQ(report.status, QpStatus::kSolved) << Name(report.status);
  EXPECT_LE(report.residual, kAccumulatedRounding);
  EXPECT_EQ(report.num_active,
            static_cast<int>(binding.size()) - std::count(binding.begin(), binding.end(), 0));
  if (active) *active = binding;
  return x;
}

/// The point nearest to p.
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
    QpActiveSet active;
    const VectorXd x = SolveCold(problem, &active);
    EXPECT_LE(LargestEntry(x - p.cwiseMin(0.5).cwiseMax(-1.0)), kRounding);  // rounding of a number below one
    for (int i = 0; i < n; ++i) EXPECT_EQ(active[i], p[i] < -1.0 ? -1 : p[i] > 0.5 ? 1 : 0);
  }
}

TEST(DenseQp, ProjectsOntoASimplex) {
  Random random(2);
  for (int n = 1; n < 30; ++n) {
    const VectorXd p = 2.0 * RandomVector(n, random);
    QpProblem problem = Nearest(p, 0, n + 1);
    problem.C().topRows(n).setIdentity();
    problem.C().row(n).setOnes();
    problem.lower().head(n).setZero();
    problem.upper()[n] = 1.0;
    VectorXd expected = p;
    ProjectOntoSimplex(expected);
    EXPECT_LE(LargestEntry(SolveCold(problem) - expected), kSumRounding);
  }
}

// The point of a half-space nearest to p: p itself, or its projection on the plane.
TEST(DenseQp, ProjectsOntoAHalfSpace) {
  Random random(3);
  for (int trial = 0; trial < 100; ++trial) {
    const VectorXd p = RandomVector(5, random), c = 7.0 * RandomVector(5, random);
    QpProblem problem = Nearest(p, 0, 1);
    problem.C().row(0) = c;
    problem.lower()[0] = random.Uniform(-3.0, 3.0);
    const double missing = std::max(0.0, problem.lower()[0] - c.dot(p));
    EXPECT_LE(LargestEntry(SolveCold(problem) - (p + missing / c.squaredNorm() * c)), kSumRounding);
  }
}

/// Solves H x + g = Nᵀ u, N x = c as one linear system.
VectorXd SolveKkt(const QpProblem& problem, const MatrixXd& N, const VectorXd& c) {
  const auto n = problem.variables(), m = static_cast<int>(c.size());
  MatrixXd K = MatrixXd::Zero(n + m, n + m);
  K.topLeftCorner(n, n) = problem.H();
  K.topRightCorner(n, m) = -N.transpose();
  K.bottomLeftCorner(m, n) = N;
  VectorXd right(n + m);
  right << -problem.g(), c;
  return Eigen::FullPivLU<MatrixXd>(K).solve(right);
}

TEST(DenseQp, SolvesTheLinearSystemOfEqualities) {
  Random random(4);
  for (const int n : {1, 2, 3, 4, 5, 8, 13, 40, 61})
    for (const int equalities : {0, 1, n / 2, n}) {
      const QpProblem problem = RandomQp({n, equalities, 0}, random);
      const VectorXd expected = SolveKkt(problem, problem.A(), problem.b()).head(n);
      EXPECT_LE(LargestEntry(SolveCold(problem) - expected), 1e-9)
          << n;  // rounding, times a condition number
    }
}

/// Checks that x is a minimum, with independently computed multipliers: those of the active rows that fit the
/// slope best.
void ExpectMinimum(const QpProblem& problem, const VectorXd& x, const QpActiveSet& active) {
  const VectorXd slope = problem.H() * x + problem.g();
  const VectorXd values = problem.C() * x;
  EXPECT_LE(LargestDifference(problem.A() * x, problem.b()),
            kAccumulatedRounding * x.norm() * problem.A().norm());
  std::vector<int> binding;
  for (int i = 0; i < problem.inequalities(); ++i) {
    const double unit = problem.C().row(i).norm() * (x.norm() + 1.0);
    EXPECT_GE(values[i], problem.lower()[i] - kQpSolved * unit);
    EXPECT_LE(values[i], problem.upper()[i] + kQpSolved * unit);
    if (active[i] == 0) continue;
    EXPECT_NEAR(values[i], active[i] < 0 ? problem.lower()[i] : problem.upper()[i], 1e-13 * unit);
    binding.push_back(i);
  }
  MatrixXd N(problem.variables(), problem.equalities() + static_cast<int>(binding.size()));
  N.leftCols(problem.equalities()) = problem.A().transpose();
  for (size_t k = 0; k < binding.size(); ++k)
    N.col(problem.equalities() + static_cast<int>(k)) = -active[binding[k]] * problem.C().row(binding[k]);
  if (N.cols() == 0) {
    EXPECT_LE(slope.norm(), kAccumulatedRounding * problem.g().norm());
    return;
  }
  const VectorXd u = N.colPivHouseholderQr().solve(slope);
  EXPECT_LE((N * u - slope).norm(), 1e-10 * (slope.norm() + problem.g().norm()));
  if (!binding.empty()) {
    EXPECT_GE(u.tail(binding.size()).minCoeff(), -1e-9 * LargestEntry(u));
  }
}

TEST(DenseQp, SatisfiesTheConditionsOfKarushKuhnAndTucker) {
  Random random(5);
  DenseQp qp;
  VectorXd x;
  QpActiveSet active;
  for (const int n : {1, 2, 3, 5, 8, 20, 61, 70})
    for (int trial = 0; trial < Repeats(60); ++trial) {
      const QpProblem problem = RandomQp({n, trial % 3 * n / 4, 1 + trial % 5 * n / 2}, random);
      active.clear();
      const QpReport report = qp.Solve(problem, x, active);
      ASSERT_EQ(report.status, QpStatus::kSolved) << Name(report.status);
      EXPECT_LE(report.residual, kQpSolved);
      ExpectMinimum(problem, x, active);
    }
}

/// The solution with the least cost over all active sets whose minimum is feasible.
VectorXd BestOfAllActiveSets(const QpProblem& problem) {
  const int n = problem.variables(), m = problem.inequalities();
  VectorXd best;
  double least = std::numeric_limits<double>::infinity();
  std::vector<int> digit(m, 0);  // 0: free, 1: at lower, 2: at upper
  for (bool more = true; more;) {
    MatrixXd N = problem.A();
    VectorXd c = problem.b();
    for (int i = 0; i < m; ++i) {
      if (digit[i] == 0) continue;
      N.conservativeResize(N.rows() + 1, n);
      N.bottomRows(1) = problem.C().row(i);
      c.conservativeResize(c.size() + 1);
      c[c.size() - 1] = digit[i] == 1 ? problem.lower()[i] : problem.upper()[i];
    }
    if (c.size() <= n && c.allFinite()) {
      const VectorXd x = SolveKkt(problem, N, c).head(n), values = problem.C() * x;
      const double cost = 0.5 * x.dot(problem.H() * x) + problem.g().dot(x);
      constexpr double kFeasible = 1e-9;
      const bool feasible = ((values - problem.lower()).array() > -kFeasible).all() &&
                            ((values - problem.upper()).array() < kFeasible).all();
      if (feasible && cost < least) least = cost, best = x;
    }
    more = false;
    for (int i = 0; i < m && !more; ++i) digit[i] = (digit[i] + 1) % 3, more = digit[i] != 0;
  }
  return best;
}

TEST(DenseQp, FindsTheLeastCostOfAllActiveSets) {
  Random random(6);
  for (int trial = 0; trial < Repeats(60); ++trial) {
    const QpProblem problem = RandomQp({3, trial % 2, 5, 0.1}, random);
    const VectorXd x = SolveCold(problem);
    EXPECT_LE(LargestEntry(x - BestOfAllActiveSets(problem)),
              1e-8);  // feasible to 1e-9, times a condition number
  }
}

TEST(DenseQp, DoesNotDependOnTheLengthOfRows) {
  Random random(7);
  for (int trial = 0; trial < Repeats(40); ++trial) {
    QpProblem problem = RandomQp({20, 5, 30}, random);
    const VectorXd x = SolveCold(problem);
    for (int i = 0; i < 30; ++i) {
      const double unit = std::pow(10.0, random.Uniform(-8.0, 8.0));
      problem.C().row(i) *= unit;
      problem.lower()[i] *= unit;
      problem.upper()[i] *= unit;
      if (i < 5) problem.A().row(i) *= unit, problem.b()[i] *= unit;
    }
    EXPECT_LE(LargestEntry(SolveCold(problem) - x), kQpEquivalent);
  }
}

TEST(DenseQp, ReadsOnlyTheLowerHalfOfH) {
  Random random(8);
  QpProblem problem = RandomQp({20, 5, 30}, random);
  const VectorXd x = SolveCold(problem);
  for (int j = 0; j < 20; ++j) problem.H().col(j).head(j).setConstant(std::nan(""));
  EXPECT_EQ(SolveCold(problem), x);
}

TEST(DenseQp, TreatsEqualBoundsAsAnEquality) {
  Random random(9);
  for (int trial = 0; trial < Repeats(40); ++trial) {
    const QpProblem problem = RandomQp({15, 6, 20}, random);
    QpProblem other;
    other.Resize(15, 0, 26);
    other.H() = problem.H();
    other.g() = problem.g();
    other.C() << problem.C(), problem.A();
    other.lower() << problem.lower(), problem.b();
    other.upper() << problem.upper(), problem.b();
    EXPECT_LE(LargestEntry(SolveCold(problem) - SolveCold(other)), kQpEquivalent);
  }
}

TEST(DenseQp, SolvesProblemsWithoutVariablesOrRows) {
  QpProblem problem;
  EXPECT_EQ(SolveCold(problem).size(), 0);
  problem.Resize(0, 2, 3);
  EXPECT_EQ(SolveCold(problem).size(), 0);
  problem.Resize(2, 0, 0);
  problem.H().setIdentity();
  problem.g() << 1.0, -2.0;
  EXPECT_EQ(SolveCold(problem), Eigen::Vector2d(-1.0, 2.0));
}

TEST(QpProblem, ResizeSetsZerosAndInfiniteBounds) {
  Random random(10);
  QpProblem problem = RandomQp({5, 2, 3}, random);
  problem.Resize(4, 3, 2);
  EXPECT_EQ(problem.H(), MatrixXd::Zero(4, 4));
  EXPECT_EQ(problem.g(), VectorXd::Zero(4));
  EXPECT_EQ(problem.A(), MatrixXd::Zero(3, 4));
  EXPECT_EQ(problem.b(), VectorXd::Zero(3));
  EXPECT_EQ(problem.C(), MatrixXd::Zero(2, 4));
  EXPECT_EQ(problem.lower(), VectorXd::Constant(2, -std::numeric_limits<double>::infinity()));
  EXPECT_EQ(problem.upper(), VectorXd::Constant(2, std::numeric_limits<double>::infinity()));
}

}  // namespace
}  // namespace slipstick::solvers
