#include "slipstick/solvers/qp/simplex_qp.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>

#include "slipstick/core/random.h"
#include "support/numbers.h"
#include "support/sanitized.h"
#include "support/simplex_problems.h"
#include "support/tolerances.h"

namespace slipstick::solvers {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

SimplexQpOutcome SolveFrom(SimplexQp& qp, const SimplexProblem& problem, VectorXd& x) {
  return qp.Solve(problem.entries(), problem.g, problem.start, x);
}

VectorXd SolveCold(const SimplexProblem& problem) {
  SimplexQp qp;
  VectorXd x = VectorXd::Zero(problem.size());
  EXPECT_TRUE(SolveFrom(qp, problem, x).converged);
  return x;
}

void ExpectInTheSet(const SimplexProblem& problem, const VectorXd& x) {
  EXPECT_GE(x.minCoeff(), 0.0);
  for (int b = 0; b < problem.blocks(); ++b) {
    const int first = problem.start[b], size = problem.start[b + 1] - first;
    EXPECT_LE(x.segment(first, size).sum(), 1.0 + kSumRounding);  // of a sum of some hundred terms
  }
}

/// Duality gap: the largest decrease of the linearised cost at x, which is zero exactly at a minimum.
/// Relative to the terms of the gradient before cancellation.
double Gap(const SimplexProblem& problem, const VectorXd& x) {
  const VectorXd y = problem.Q * x + problem.g;
  double gap = 0.0, size = std::numeric_limits<double>::min();
  for (int b = 0; b < problem.blocks(); ++b) {
    double lowest = 0.0;
    for (int i = problem.start[b]; i < problem.start[b + 1]; ++i) {
      gap += x[i] * y[i];
      lowest = Smaller(lowest, y[i]);
    }
    gap -= lowest;
  }
  size += (problem.Q.cwiseAbs() * x + problem.g.cwiseAbs()).maxCoeff();
  return gap / (size * problem.blocks());
}

void ExpectSolved(const SimplexProblem& problem, SimplexQp& qp, VectorXd x) {
  const SimplexQpOutcome outcome = SolveFrom(qp, problem, x);
  EXPECT_TRUE(outcome.converged);
  EXPECT_LE(outcome.residual, kSimplexSolved);
  ExpectInTheSet(problem, x);
  EXPECT_LE(std::abs(Gap(problem, x)), kSimplexSolved);

  // From its own solution only refinement steps remain.
  VectorXd again = x;
  const SimplexQpOutcome second = SolveFrom(qp, problem, again);
  EXPECT_LE(second.iterations, 2);
  EXPECT_LE(second.residual, kSimplexSolved);
}

TEST(SimplexQp, SolvesContactProblemsWithAnyDiagonal) {
  SimplexQp qp;
  Random random(1);
  for (const double beta : {0.0, 1e-8, 1e-6, 1e-4, 1e-2, 1.0, 1e3, 1e6})
    for (int trial = 0; trial < Repeats(300); ++trial) {
      const SimplexProblem problem = RandomContactSimplices(1 + trial % 6, beta, random);
      ExpectSolved(problem, qp, VectorXd::Zero(problem.size()));
      ExpectSolved(problem, qp, 2.0 * RandomVector(problem.size(), random));
    }
}

TEST(SimplexQp, SolvesManyBlocks) {
  SimplexQp qp;
  Random random(2);
  for (const double beta : {0.0, 1e-8, 1.0, 1e6})
    for (int trial = 0; trial < (SLIPSTICK_SANITIZED ? 1 : 3); ++trial) {
      const SimplexProblem problem = RandomContactSimplices(40, beta, random);
      ExpectSolved(problem, qp, VectorXd::Zero(problem.size()));
    }
}

// The contacts of a heap have more weights than their bodies have dofs. With one factorisation for each entry
// that leaves, such programs took half of a time step of seconds.
TEST(SimplexQp, ManyEntriesLeaveInOneStep) {
  SimplexQp qp;
  Random random(8);
  SimplexProblem problem = RandomContactSimplices(100, 0.0, random);
  const MatrixXd B = RandomMatrix(problem.size(), random).topRows(60);
  problem.Q = B.transpose() * B;
  problem.Q.diagonal().array() += 1e-8;
  VectorXd x = VectorXd::Constant(problem.size(), 1.0 / 7.0);
  const SimplexQpOutcome outcome = SolveFrom(qp, problem, x);
  EXPECT_TRUE(outcome.converged);
  EXPECT_LT(outcome.iterations, problem.size() / 4);
}

/// Q of any rank, blocks of any size, some of them empty.
SimplexProblem RandomProblem(int rank, Random& random) {
  SimplexProblem problem;
  problem.start.push_back(0);
  for (int b = 0; b < 4; ++b)
    problem.start.push_back(problem.start.back() + static_cast<int>(random.Uniform(0.0, 7.0)));
  const int n = std::max(problem.start.back(), 1);
  problem.start.back() = n;
  const MatrixXd B = RandomMatrix(std::max(n, rank), random).topLeftCorner(rank, n);
  problem.Q = B.transpose() * B;
  problem.g = RandomVector(n, random);
  return problem;
}

TEST(SimplexQp, SolvesProblemsOfAnyRank) {
  SimplexQp qp;
  Random random(3);
  for (int rank = 0; rank <= 12; ++rank)
    for (int trial = 0; trial < Repeats(100); ++trial) {
      const SimplexProblem problem = RandomProblem(rank, random);
      ExpectSolved(problem, qp, VectorXd::Zero(problem.size()));
      ExpectSolved(problem, qp, RandomVector(problem.size(), random));
    }
}

// Blocks whose units differ by many powers of ten: a lightly loaded contact beside a heavily loaded one.
TEST(SimplexQp, ResolvesSmallBlocksBesideLargeOnes) {
  SimplexQp qp;
  Random random(4);
  for (int trial = 0; trial < Repeats(200); ++trial) {
    SimplexProblem problem = RandomContactSimplices(4, 0.0, random);
    VectorXd unit(24);
    for (int b = 0; b < 4; ++b) unit.segment<6>(6 * b).setConstant(std::pow(10.0, random.Uniform(-8.0, 8.0)));
    problem.Q = unit.asDiagonal() * problem.Q * unit.asDiagonal();
    problem.g = unit.cwiseProduct(problem.g);
    VectorXd x = VectorXd::Zero(24);
    EXPECT_LE(SolveFrom(qp, problem, x).residual, kSimplexSolved);
    ExpectInTheSet(problem, x);
  }
}

// With integers, entries, slopes and steps are exactly equal: ties in every decision.
TEST(SimplexQp, DoesNotCycleOnTies) {
  SimplexQp qp;
  Random random(5);
  for (int trial = 0; trial < Repeats(2000); ++trial) {
    SimplexProblem problem;
    problem.start = EqualBlocks(3, 4);
    MatrixXd B(3, 12);
    problem.g.resize(12);
    for (int i = 0; i < 12; ++i) {
      problem.g[i] = std::floor(random.Uniform(-2.0, 2.0));
      for (int k = 0; k < 3; ++k) B(k, i) = std::floor(random.Uniform(-1.0, 2.0));
    }
    problem.Q = B.transpose() * B;
    ExpectSolved(problem, qp, VectorXd::Zero(12));
    ExpectSolved(problem, qp, VectorXd::Constant(12, 0.25));
  }
}

TEST(SimplexQp, WithoutCurvatureFindsTheLowestCorner) {
  SimplexProblem problem{MatrixXd::Zero(6, 6), VectorXd(6), EqualBlocks(2, 3)};
  problem.g << 1.0, -2.0, -1.0, 3.0, 1.0, 2.0;
  EXPECT_EQ(SolveCold(problem), (VectorXd(6) << 0.0, 1.0, 0.0, 0.0, 0.0, 0.0).finished());
}

TEST(SimplexQp, WithZeroCostKeepsTheGuess) {
  const SimplexProblem problem{MatrixXd::Zero(3, 3), VectorXd::Zero(3), EqualBlocks(1, 3)};
  SimplexQp qp;
  VectorXd x = Eigen::Vector3d(0.25, 0.0, 0.5);
  EXPECT_TRUE(SolveFrom(qp, problem, x).converged);
  EXPECT_EQ(x, Eigen::Vector3d(0.25, 0.0, 0.5));
}

// Regression: weights that should vanish were iterated down to 1e-27, where the residual is only rounding.
TEST(SimplexQp, ConvergesIfAllWeightsVanish) {
  const SimplexProblem problem{MatrixXd::Identity(3, 3), VectorXd::Zero(3), EqualBlocks(1, 3)};
  SimplexQp qp;
  VectorXd x = Eigen::Vector3d(0.25, 0.0, 0.5);
  EXPECT_TRUE(SolveFrom(qp, problem, x).converged);
  EXPECT_LE(LargestEntry(x), 1e-16);  // relative to weights of up to 1
}

/// The least cost over all faces: the minimum of each face by a linear system, if it lies in the set. Q must
/// be regular.
double LeastCostByEnumeration(const SimplexProblem& problem) {
  const int n = problem.size(), blocks = problem.blocks();
  double least = 0.0;
  for (int face = 0; face < 1 << (n + blocks);
       ++face) {  // bits: entries that may be positive, sums that are one
    std::vector<int> free, tight;
    for (int i = 0; i < n; ++i)
      if (face >> i & 1) free.push_back(i);
    for (int b = 0; b < blocks; ++b)
      if (face >> (n + b) & 1) tight.push_back(b);
    const int m = static_cast<int>(free.size()), rows = m + static_cast<int>(tight.size());
    MatrixXd K = MatrixXd::Zero(rows, rows);
    VectorXd right = VectorXd::Zero(rows);
    for (int i = 0; i < m; ++i) {
      right[i] = -problem.g[free[i]];
      for (int j = 0; j < m; ++j) K(i, j) = problem.Q(free[i], free[j]);
      for (size_t t = 0; t < tight.size(); ++t)
        if (problem.start[tight[t]] <= free[i] && free[i] < problem.start[tight[t] + 1])
          K(i, m + t) = K(m + t, i) = 1.0;
    }
    right.tail(tight.size()).setOnes();
    if (rows == 0) continue;
    const Eigen::FullPivLU<MatrixXd> lu(K);
    if (!lu.isInvertible()) continue;  // a tight sum without entries
    const VectorXd solution = lu.solve(right);
    VectorXd x = VectorXd::Zero(n);
    for (int i = 0; i < m; ++i) x[free[i]] = solution[i];
    bool inside = x.minCoeff() >= -kAccumulatedRounding;
    for (int b = 0; b < blocks; ++b) {
      const int first = problem.start[b];
      inside = inside && x.segment(first, problem.start[b + 1] - first).sum() <= 1.0 + kAccumulatedRounding;
    }
    if (inside) least = Smaller(least, problem.Cost(x));
  }
  return least;
}

TEST(SimplexQp, FindsTheLeastCostOfAllFaces) {
  Random random(6);
  for (int trial = 0; trial < Repeats(100); ++trial) {
    SimplexProblem problem{RandomPositiveDefinite(6, random), 3.0 * RandomVector(6, random),
                           EqualBlocks(2, 3)};
    if (trial % 2 == 0) problem.g = problem.g.array() - 2.0;  // towards tight sums
    EXPECT_NEAR(problem.Cost(SolveCold(problem)), LeastCostByEnumeration(problem), 1e-11);
  }
}

// Projected gradient is slow, but independent of active sets except for the projection.
TEST(SimplexQp, AgreesWithProjectedGradient) {
  Random random(7);
  for (int trial = 0; trial < Repeats(20); ++trial) {
    const SimplexProblem problem = RandomContactSimplices(4, 0.5, random);
    const double bound = problem.Q.cwiseAbs().rowwise().sum().maxCoeff();
    VectorXd slow = VectorXd::Zero(24);
    for (int k = 0; k < 20000; ++k) {
      slow -= (problem.Q * slow + problem.g) / bound;
      for (int b = 0; b < 4; ++b) ProjectOntoSimplex(View<double>(slow.data() + 6 * b, 6));
    }
    EXPECT_LE(LargestDifference(SolveCold(problem), slow), 1e-9);
  }
}

TEST(SimplexQp, GivesTheSameBitsAgain) {
  Random random(8);
  const SimplexProblem problem = RandomContactSimplices(4, 1e-6, random);
  const VectorXd guess = RandomVector(24, random);
  SimplexQp fresh, used;
  VectorXd a = guess, b = guess, other = VectorXd::Zero(42);
  SolveFrom(used, RandomContactSimplices(7, 1.0, random), other);
  SolveFrom(fresh, problem, a);
  SolveFrom(used, problem, b);
  EXPECT_EQ(a, b);
}

TEST(SimplexQp, StaysInTheSetForNonFiniteInput) {
  SimplexQp qp;
  Random random(9);
  for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL, 1e308, -1e308})
    for (int where = 0; where < 3; ++where)
      for (int trial = 0; trial < 50; ++trial) {
        SimplexProblem problem = RandomContactSimplices(2, 1e-3, random);
        VectorXd x = RandomVector(12, random);
        const int i = trial % 12, j = (5 * trial) % 12;
        if (where == 0) problem.Q(i, j) = problem.Q(j, i) = bad;
        if (where == 1) problem.g[i] = bad;
        if (where == 2) x[i] = bad;
        const SimplexQpOutcome outcome = SolveFrom(qp, problem, x);
        ExpectInTheSet(problem, x);
        EXPECT_TRUE(outcome.converged || where != 2);
      }
}

TEST(ProjectOntoSimplex, KeepsPointsInside) {
  VectorXd x = Eigen::Vector3d(0.2, 0.0, 0.7);
  ProjectOntoSimplex(x);
  EXPECT_EQ(x, Eigen::Vector3d(0.2, 0.0, 0.7));
}

// The projection p of z is the point of the set with (z - p) · (c - p) <= 0 for every corner c.
TEST(ProjectOntoSimplex, FindsTheNearestPoint) {
  Random random(10);
  for (int trial = 0; trial < Repeats(2000); ++trial) {
    const int n = 1 + trial % 9;
    const double size = std::pow(10.0, random.Uniform(-2.0, 2.0));
    VectorXd z = size * RandomVector(n, random);
    if (trial % 5 == 0) z = VectorXd::Constant(n, size);
    VectorXd p = z;
    ProjectOntoSimplex(p);
    EXPECT_GE(p.minCoeff(), 0.0);
    EXPECT_LE(p.sum(), 1.0 + 1e-15 * n);
    const VectorXd away = z - p;
    EXPECT_LE(std::max(away.maxCoeff(), 0.0) - away.dot(p), kSumRounding * (1.0 + size) * n);
  }
}

TEST(ProjectOntoSimplex, DoesNotOverflow) {
  VectorXd x = Eigen::Vector4d(1e308, 1e308, -1e308, std::nan(""));
  ProjectOntoSimplex(x);
  EXPECT_EQ(x, Eigen::Vector4d(0.5, 0.5, 0.0, 0.0));
}

}  // namespace
}  // namespace slipstick::solvers
