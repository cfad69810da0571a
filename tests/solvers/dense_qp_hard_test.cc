// Dense quadratic programs with ill-conditioned, infeasible and degenerate problems, and with any warm start.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "slipstick/core/random.h"
#include "slipstick/solvers/qp/dense_qp.h"
#include "support/qp_problems.h"
#include "support/sanitized.h"
#include "support/tolerances.h"

namespace slipstick::solvers {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Relative difference of solutions from different starts: rounding, times a condition number of about 1e3.
constexpr double kSameSolution = 1e-12;

struct QpAnswer {
  QpReport report;
  VectorXd x;
  QpActiveSet active;
};

QpAnswer AnswerFrom(const QpProblem& problem, const QpActiveSet& start) {
  DenseQp qp;
  QpAnswer answer;
  answer.active = start;
  answer.report = qp.Solve(problem, answer.x, answer.active);
  return answer;
}

QpAnswer SolveFromStart(const QpProblem& problem, const QpActiveSet& start = {}) {
  QpAnswer answer = AnswerFrom(problem, start);
  EXPECT_EQ(answer.report.status, QpStatus::kSolved) << Name(answer.report.status);
  EXPECT_LE(answer.report.residual, kQpSolved);
  return answer;
}

QpStatus StatusOf(const QpProblem& problem) {
  const QpAnswer answer = AnswerFrom(problem, {});
  EXPECT_TRUE(answer.x.allFinite());
  return answer.report.status;
}

double Difference(const QpAnswer& a, const QpAnswer& b) { return (a.x - b.x).norm() / (1e-300 + a.x.norm()); }

QpActiveSet RandomSet(int size, double fraction, Random& random) {
  QpActiveSet set(size);
  for (signed char& entry : set)
    entry = random.Uniform(0.0, 1.0) > fraction ? 0 : random.Uniform(0.0, 1.0) < 0.5 ? -1 : 1;
  return set;
}

TEST(DenseQpStart, FromTheSolutionTakesNoIterations) {
  Random random(1);
  for (int trial = 0; trial < Repeats(60); ++trial) {
    const QpProblem problem = RandomQp({61, 18 + trial % 23, 100}, random);
    const QpAnswer cold = SolveFromStart(problem), warm = SolveFromStart(problem, cold.active);
    EXPECT_EQ(warm.report.iterations, 0);
    EXPECT_EQ(warm.active, cold.active);
    EXPECT_LE(Difference(cold, warm), kSameSolution);
  }
}

TEST(DenseQpStart, FromASimilarProblemTakesFewIterations) {
  Random random(2);
  double cold_changes = 0.0, warm_changes = 0.0;
  for (int trial = 0; trial < Repeats(60); ++trial) {
    QpProblem problem = RandomQp({61, 29, 100}, random);
    const QpActiveSet neighbour = SolveFromStart(problem).active;
    problem.g() += 0.05 * RandomVector(61, random).cwiseProduct(problem.g());
    const QpAnswer cold = SolveFromStart(problem), warm = SolveFromStart(problem, neighbour);
    EXPECT_EQ(warm.active, cold.active);
    EXPECT_LE(Difference(cold, warm), kSameSolution);
    cold_changes += cold.report.iterations;
    warm_changes += warm.report.iterations;
  }
  EXPECT_LT(warm_changes, 0.2 * cold_changes);
}

TEST(DenseQpStart, FromARandomSetFindsTheSameSolution) {
  Random random(3);
  for (int trial = 0; trial < Repeats(200); ++trial) {
    const int n = 3 + trial % 40;
    QpProblem problem = RandomQp({n, n / 3, 2 * n}, random);
    if (trial % 2 == 0)  // rows that depend on others, some at other bounds
      for (int i = n; i < 2 * n; ++i) {
        problem.C().row(i) = -2.0 * problem.C().row(i - n);
        problem.lower()[i] = -2.0 * problem.upper()[i - n];
        problem.upper()[i] = -2.0 * problem.lower()[i - n] + 0.1 * (i % 2);
      }
    const QpAnswer cold = SolveFromStart(problem);
    for (const double fraction : {0.1, 0.5, 1.0})
      EXPECT_LE(Difference(cold, SolveFromStart(problem, RandomSet(2 * n, fraction, random))), 1e-10);
    EXPECT_LE(Difference(cold, SolveFromStart(problem, RandomSet(n, 1.0, random))),
              0.0);  // wrong size: ignored
  }
}

// Values other than -1, 0 and 1, and rows without that bound.
TEST(DenseQpStart, AcceptsInvalidEntries) {
  Random random(4);
  QpProblem problem = RandomQp({10, 2, 20}, random);
  const QpAnswer cold = SolveFromStart(problem);
  QpActiveSet start(20, 127);
  EXPECT_LE(Difference(cold, SolveFromStart(problem, start)), kSameSolution);
  start.assign(20, -128);
  EXPECT_LE(Difference(cold, SolveFromStart(problem, start)), kSameSolution);
}

TEST(DenseQp, GivesTheSameBitsAgain) {
  Random random(5);
  const QpProblem problem = RandomQp({61, 29, 100}, random), larger = RandomQp({80, 10, 120}, random);
  DenseQp used;
  VectorXd x, other;
  QpActiveSet active, others;
  used.Solve(larger, other, others);
  used.Solve(problem, x, active);
  const QpAnswer fresh = SolveFromStart(problem);
  EXPECT_EQ(fresh.x, x);
  EXPECT_EQ(fresh.active, active);
}

TEST(DenseQp, OmitsDependentEqualities) {
  Random random(6);
  for (int trial = 0; trial < Repeats(100); ++trial) {
    QpProblem problem = RandomQp({20, 12, 30}, random);
    for (int i = 6; i < 12; ++i) {  // combinations of the first six
      const VectorXd weights = 3.0 * RandomVector(6, random);
      problem.A().row(i) = weights.transpose() * problem.A().topRows(6);
      problem.b()[i] = weights.dot(problem.b().head(6));
    }
    problem.A().row(11).setZero();
    problem.b()[11] = 0.0;
    QpProblem less;
    less.Resize(20, 6, 30);
    less.H() = problem.H();
    less.g() = problem.g();
    less.A() = problem.A().topRows(6);
    less.b() = problem.b().head(6);
    less.C() = problem.C();
    less.lower() = problem.lower();
    less.upper() = problem.upper();
    EXPECT_LE(Difference(SolveFromStart(problem), SolveFromStart(less)), kQpEquivalent);

    problem.b()[6 + trial % 5] += 1e-4;
    EXPECT_EQ(StatusOf(problem), QpStatus::kInfeasible);
  }
}

// Farkas' certificate: a row that is a positive combination of others, with a bound that contradicts theirs.
TEST(DenseQp, DetectsInfeasibleProblems) {
  Random random(7);
  for (int trial = 0; trial < Repeats(300); ++trial) {
    const int n = 2 + trial % 30, m = 2 + trial % n;
    QpProblem problem = RandomQp({n, trial % 3 == 0 ? 1 : 0, 3 * n + 1}, random);
    VectorXd sum = VectorXd::Zero(n);
    double bound = 0.0;
    const int last = 3 * n;
    for (int i = 0; i < m; ++i) {
      const double weight = random.Uniform(0.1, 1.0), side = i % 2 == 0 ? 1.0 : -1.0;
      if (!std::isfinite(problem.lower()[i])) problem.lower()[i] = problem.upper()[i] - 1.0;
      if (!std::isfinite(problem.upper()[i])) problem.upper()[i] = problem.lower()[i] + 1.0;
      sum += weight * side * problem.C().row(i).transpose();
      bound += weight * (side > 0.0 ? problem.lower()[i] : -problem.upper()[i]);
    }
    problem.C().row(last) = sum;  // the others imply sum · x >= bound
    problem.lower()[last] = -std::numeric_limits<double>::infinity();
    problem.upper()[last] = bound - 1e-5 * sum.norm();
    EXPECT_EQ(StatusOf(problem), QpStatus::kInfeasible);
    const QpActiveSet start = RandomSet(last + 1, 0.5, random);
    EXPECT_EQ(AnswerFrom(problem, start).report.status, QpStatus::kInfeasible);
  }
}

TEST(DenseQp, DetectsContradictoryRows) {
  Random random(8);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  QpProblem problem = RandomQp({5, 1, 4}, random);
  problem.lower()[2] = problem.upper()[0] = 1.0;
  problem.upper()[2] = problem.lower()[0] = 0.0;
  EXPECT_EQ(StatusOf(problem), QpStatus::kInfeasible);
  problem.lower()[2] = -kInfinity;
  problem.upper()[2] = -kInfinity;
  EXPECT_EQ(StatusOf(problem), QpStatus::kInfeasible);
  problem.C().row(2).setZero();
  problem.upper()[2] = -1e-3;
  EXPECT_EQ(StatusOf(problem), QpStatus::kInfeasible);
  problem.upper()[2] = 0.0;
  SolveFromStart(problem);
  problem.A().setZero();
  problem.b()[0] = 1.0;
  EXPECT_EQ(StatusOf(problem), QpStatus::kInfeasible);
}

// Many more rows than variables meet at the solution: any of them may be active.
TEST(DenseQp, SolvesDegenerateVertices) {
  Random random(9);
  for (int trial = 0; trial < Repeats(200); ++trial) {
    const int n = 2 + trial % 12, m = 8 * n;
    QpProblem problem;
    problem.Resize(n, 0, m);
    problem.H() = RandomPositiveDefinite(n, random);
    const VectorXd vertex = trial % 3 == 0 ? VectorXd::Zero(n) : RandomVector(n, random);
    VectorXd slope = VectorXd::Zero(n);
    for (int i = 0; i < m; ++i) {
      problem.C().row(i) = RandomVector(n, random);
      problem.C()(i, 0) = 1.0;  // a cone that opens along the first axis
      problem.lower()[i] = problem.C().row(i) * vertex;
      slope += random.Uniform(0.0, 1.0) * problem.C().row(i).transpose();
    }
    problem.g() = slope - problem.H() * vertex;  // slope at the vertex: a positive combination of normals
    EXPECT_LE((SolveFromStart(problem).x - vertex).norm(),
              1e-9);  // rounding, times a condition number of 1e4
  }
}

// With integers, violations, multipliers and steps are exactly equal: ties in every decision.
TEST(DenseQp, DoesNotCycleOnTies) {
  Random random(10);
  const auto integer = [&](double least, double most) { return std::floor(random.Uniform(least, most)); };
  for (int trial = 0; trial < Repeats(1000); ++trial) {
    QpProblem problem;
    problem.Resize(6, trial % 3, 20);
    problem.H().setIdentity();
    for (int j = 0; j < 6; ++j) problem.g()[j] = integer(-3.0, 4.0);
    for (int j = 0; j < 6; ++j) {
      for (int i = 0; i < problem.equalities(); ++i) problem.A()(i, j) = integer(-1.0, 2.0);
      for (int i = 0; i < 20; ++i) problem.C()(i, j) = integer(-1.0, 2.0);
    }
    problem.lower().setConstant(-1.0);
    problem.upper().setConstant(trial % 2);
    const QpAnswer cold = SolveFromStart(problem);
    EXPECT_LE((SolveFromStart(problem, RandomSet(20, 0.5, random)).x - cold.x).norm(), 1e-13);
  }
}

// Weights from 1 down to 1e-9: some directions are determined by constraints or by the smallest weight only.
TEST(DenseQp, SolvesProblemsWithWeightsOfManyPowersOfTen) {
  Random random(11);
  for (const double least : {1e-5, 1e-7, 1e-9})
    for (int trial = 0; trial < Repeats(30); ++trial) {
      QpProblem problem = RandomQp({61, 18 + trial % 23, 100, least}, random);
      if (trial % 3 == 0) problem.g() += RandomVector(61, random);  // far away without constraints
      const QpAnswer cold = SolveFromStart(problem), warm = SolveFromStart(problem, cold.active);
      // Due to the correction at the end; without it the errors are 1e-10 and 1e-11.
      constexpr double kCorrected = 1e-13;
      EXPECT_LE(cold.report.residual, kSumRounding);
      EXPECT_LE(Difference(cold, warm), kCorrected);
      EXPECT_LE(Difference(cold, SolveFromStart(problem, RandomSet(100, 0.3, random))), kCorrected);
    }
}

TEST(DenseQp, DetectsNonConvexProblems) {
  Random random(12);
  QpProblem problem = RandomQp({9, 2, 5}, random);
  const VectorXd direction = RandomVector(9, random).normalized();
  const MatrixXd P = MatrixXd::Identity(9, 9) - direction * direction.transpose(), H = P * problem.H() * P;
  for (const double eigenvalue : {-1e-3, -1.0}) {
    problem.H() = H + eigenvalue * direction * direction.transpose();
    EXPECT_EQ(StatusOf(problem), QpStatus::kNotConvex);
  }
  for (const int missing : {0, 4, 8}) {
    problem.H() = RandomPositiveDefinite(9, random);
    problem.H().row(missing).setZero();
    problem.H().col(missing).setZero();
    EXPECT_EQ(StatusOf(problem), QpStatus::kNotConvex);
  }
}

TEST(DenseQp, ReturnsFiniteSolutionsForNonFiniteInput) {
  Random random(13);
  for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL, 1e308, -1e308, 1e160, 1e-320})
    for (int where = 0; where < 7; ++where)
      for (int trial = 0; trial < 10; ++trial) {
        QpProblem problem = RandomQp({8, 3, 12}, random);
        const int i = trial % 3, j = trial % 7;
        if (where == 0) problem.H()(7, j) = bad;
        if (where == 1) problem.g()[j] = bad;
        if (where == 2) problem.A()(i, j) = bad;
        if (where == 3) problem.b()[i] = bad;
        if (where == 4) problem.C()(i, j) = bad;
        if (where == 5) problem.lower()[j] = bad;
        if (where == 6) problem.upper()[j] = bad;
        for (const QpActiveSet& start : {QpActiveSet(), RandomSet(12, 0.5, random)}) {
          const QpAnswer answer = AnswerFrom(problem, start);
          EXPECT_TRUE(answer.x.allFinite());
          EXPECT_FALSE(std::isnan(answer.report.residual));
          if (std::isnan(bad)) {
            EXPECT_EQ(answer.report.status, QpStatus::kNotConvex);
          }
        }
      }
}

}  // namespace
}  // namespace slipstick::solvers
