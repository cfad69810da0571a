#include "slipstick/solvers/cone/friction_qp.h"

#include <gtest/gtest.h>

#include <numbers>

#include "slipstick/core/error.h"
#include "slipstick/core/random.h"
#include "support/friction_problems.h"
#include "support/numbers.h"
#include "support/random_matrices.h"
#include "support/sanitized.h"
#include "support/tolerances.h"

namespace slipstick::solvers {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr FrictionSet kSets[] = {FrictionSet::kUnilateral, FrictionSet::kPyramid, FrictionSet::kCone};

/// Distance of y from the dual cone: the most negative product with a vector (1, x_t) of the cone.
double OutsideDual(FrictionSet set, int sides, double mu, const Vector3d& y) {
  double least = y[0];
  if (set == FrictionSet::kUnilateral) least = Smaller(least, -y.tail<2>().norm());
  if (set == FrictionSet::kCone) least = y[0] - mu * y.tail<2>().norm();
  if (set == FrictionSet::kPyramid)
    for (int k = 0; k < sides; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / sides;
      least = Smaller(least, y[0] + mu * (std::cos(angle) * y[1] + std::sin(angle) * y[2]));
    }
  return Larger(0.0, -least);
}

/// Distance of x from the cone.
double Outside(FrictionSet set, int sides, double mu, const Vector3d& x) {
  double over = 0.0;
  if (set == FrictionSet::kCone) over = x.tail<2>().norm() - mu * x[0];
  if (set == FrictionSet::kPyramid)
    for (int k = 0; k < sides; ++k) {
      const double angle = (2 * k + 1) * std::numbers::pi / sides,
                   inner = mu * std::cos(std::numbers::pi / sides);
      over = Larger(over, std::cos(angle) * x[1] + std::sin(angle) * x[2] - inner * x[0]);
    }
  return Larger(over, -x[0]);
}

/// x in K, slope in K*, orthogonal to each other: the Karush-Kuhn-Tucker conditions, which are sufficient.
void ExpectMinimiser(const FrictionProblem& problem, FrictionSet set, const VectorXd& x, int sides = 4) {
  const VectorXd slope = problem.W * x + problem.b;
  const double force = x.cwiseAbs().maxCoeff() + 1.0;
  const double tolerance = kConeSolved * problem.b.cwiseAbs().maxCoeff();
  for (int i = 0; i < problem.contacts(); ++i) {
    const Vector3d x_i = x.segment<3>(3 * i), slope_i = slope.segment<3>(3 * i);
    EXPECT_LE(Outside(set, sides, problem.mu[i], x_i), kAccumulatedRounding * force);
    EXPECT_LE(OutsideDual(set, sides, problem.mu[i], slope_i), tolerance);
    EXPECT_LE(std::abs(x_i.dot(slope_i)), tolerance * force);
  }
}

VectorXd SolveQp(FrictionQp& qp, const FrictionProblem& problem, FrictionSet set) {
  VectorXd x = VectorXd::Zero(problem.b.size());
  EXPECT_TRUE(qp.Solve(problem.W, problem.b, problem.mu, set, x).solved);
  return x;
}

FrictionProblem OneContact(const Vector3d& b, double mu) { return {MatrixXd::Identity(3, 3), b, {mu}}; }

// With Q = I the minimiser is the projection of -g.
TEST(FrictionQp, ProjectsOnTheSet) {
  FrictionQp qp;
  using Set = FrictionSet;
  const auto projection = [&](const Vector3d& z, double mu, Set set) -> Vector3d {
    return SolveQp(qp, OneContact(-z, mu), set);
  };
  const double exact = kSumRounding;
  EXPECT_LT((projection({1, 0.3, 0.2}, 0.5, Set::kCone) - Vector3d(1, 0.3, 0.2)).norm(), exact);
  EXPECT_LT((projection({0, 2, 0}, 1.0, Set::kCone) - Vector3d(1, 1, 0)).norm(), exact);
  EXPECT_LT((projection({0, 0, -5}, 0.5, Set::kCone) - Vector3d(2, 0, -1)).norm(), exact);
  EXPECT_LT(projection({-3, 1, 1}, 0.5, Set::kCone).norm(), exact);
  EXPECT_LT((projection({2, 1, 1}, 0.0, Set::kCone) - Vector3d(2, 0, 0)).norm(), exact);
  EXPECT_LT((projection({-3, 1, 1}, 0.5, Set::kUnilateral) - Vector3d(0, 1, 1)).norm(), exact);
  EXPECT_LT((projection({3, 1, 1}, 0.5, Set::kUnilateral) - Vector3d(3, 1, 1)).norm(), exact);
  // Four sides, |x_1| + |x_2| <= mu x_n: an edge above tangent 1, a side between the tangents.
  EXPECT_LT((projection({0, 2, 0}, 1.0, Set::kPyramid) - Vector3d(1, 1, 0)).norm(), exact);
  EXPECT_LT((projection({1, 2, 2}, 1.0, Set::kPyramid) - Vector3d(2, 1, 1)).norm(), exact);
  EXPECT_LT(projection({-4, 2, 1}, 1.0, Set::kPyramid).norm(), exact);
}

TEST(FrictionQp, PyramidsWithManySidesApproachTheConeFromInside) {
  Random random(2);
  FrictionQp qp(3);
  for (int trial = 0; trial < 20; ++trial) {
    const FrictionProblem problem = RandomFrictionProblem(FrictionFamily::kFreeBodies, 3, random);
    const auto value = [&](const VectorXd& x) { return x.dot(0.5 * problem.W * x + problem.b); };
    const double cone = value(SolveQp(qp, problem, FrictionSet::kCone));
    double last = 0.0;
    for (const int sides : {4, 8, 16}) {  // each is contained in the next
      qp.SetPyramidSides(sides);
      const VectorXd x = SolveQp(qp, problem, FrictionSet::kPyramid);
      ExpectMinimiser(problem, FrictionSet::kPyramid, x, sides);
      EXPECT_LE(value(x), last + kAccumulatedRounding);
      EXPECT_GE(value(x), cone - kAccumulatedRounding);
      last = value(x);
    }
    FrictionProblem narrower = problem;  // the cone inside the last pyramid
    for (double& mu : narrower.mu) mu *= std::cos(std::numbers::pi / 16);
    EXPECT_LE(last, value(SolveQp(qp, narrower, FrictionSet::kCone)) + kAccumulatedRounding);
  }
  EXPECT_THROW(qp.SetPyramidSides(2), InputError);
  EXPECT_THROW(qp.SetPyramidSides(17), InputError);
}

TEST(FrictionQp, NoOtherPointOfTheConesHasALowerCost) {
  Random random(3);
  FrictionQp qp(2);
  for (int trial = 0; trial < 50; ++trial) {
    const FrictionProblem problem = RandomFrictionProblem(FrictionFamily::kOneBody, 2, random);
    const auto value = [&](const VectorXd& x) { return x.dot(0.5 * problem.W * x + problem.b); };
    const VectorXd best = SolveQp(qp, problem, FrictionSet::kCone);
    for (int sample = 0; sample < 200; ++sample) {
      VectorXd x = best + std::pow(10.0, random.Uniform(-4.0, 0.0)) * RandomVector(6, random);
      for (int i = 0; i < 2; ++i) {  // into the cone, not by projection
        x[3 * i] = std::max(x[3 * i], 0.0);
        const double length = x.segment<2>(3 * i + 1).norm(), limit = problem.mu[i] * x[3 * i];
        if (length > limit) x.segment<2>(3 * i + 1) *= limit / length;
      }
      EXPECT_GE(value(x), value(best) - kAccumulatedRounding);
    }
  }
}

TEST(FrictionQp, SatisfiesTheConditionsOfOptimality) {
  Random random(4);
  FrictionQp qp(20);
  for (const FrictionFamily family : kRandomFamilies)
    for (const int contacts : {2, 7, 20})
      for (int trial = 0; trial < Repeats(400) / contacts; ++trial) {
        const FrictionProblem problem = RandomFrictionProblem(family, contacts, random);
        for (const FrictionSet set : kSets) ExpectMinimiser(problem, set, SolveQp(qp, problem, set));
      }
}

// Q of a fit, AᵀA + lambda I, with units that differ from contact to contact.
TEST(FrictionQp, ConvergesForConditionNumbersUpTo1e10) {
  Random random(5);
  FrictionQp qp(4);
  for (int trial = 0; trial < 300; ++trial) {
    MatrixXd A = RandomMatrix(12, random).topRows(9);
    for (int i = 0; i < 4; ++i) A.middleCols<3>(3 * i) *= std::pow(10.0, random.Uniform(-1.0, 1.0));
    const FrictionProblem problem{A.transpose() * A + 1e-8 * MatrixXd::Identity(12, 12),
                                  A.transpose() * RandomVector(9, random),
                                  {0.2, 0.5, 0.8, 1.1}};
    for (const FrictionSet set : kSets) ExpectMinimiser(problem, set, SolveQp(qp, problem, set));
  }
}

// The forces of redundant contacts are not unique; the slope is.
TEST(FrictionQp, SlopeIsUniqueWhereTheMinimiserIsNot) {
  Random random(6);
  FrictionQp qp(7);
  for (int trial = 0; trial < 50; ++trial) {
    const FrictionProblem problem = RandomFrictionProblem(FrictionFamily::kOneBody, 7, random);
    for (const FrictionSet set : kSets) {
      const VectorXd from_zero = SolveQp(qp, problem, set);
      VectorXd x = RandomVector(21, random);
      EXPECT_TRUE(qp.Solve(problem.W, problem.b, problem.mu, set, x).solved);
      EXPECT_LT((problem.W * (x - from_zero)).norm(), kConeSolved);
    }
  }
}

TEST(FrictionQp, WarmStartsSaveIterations) {
  Random random(7);
  FrictionQp qp(4);
  int cold = 0, warm = 0;
  for (int trial = 0; trial < 100; ++trial) {
    FrictionProblem problem = RandomFrictionProblem(FrictionFamily::kRobot, 4, random);
    VectorXd x = VectorXd::Zero(12);
    cold += qp.Solve(problem.W, problem.b, problem.mu, FrictionSet::kCone, x).iterations;
    EXPECT_LE(qp.Solve(problem.W, problem.b, problem.mu, FrictionSet::kCone, x).iterations, 1);
    problem.b += 1e-4 * RandomVector(12, random);
    warm += qp.Solve(problem.W, problem.b, problem.mu, FrictionSet::kCone, x).iterations;
  }
  EXPECT_LE(2 * warm, cold);  // 1.9 against 4.4 on average when written
}

TEST(FrictionQp, ReportsThatThereIsNoMinimiser) {
  FrictionQp qp;
  VectorXd x = VectorXd::Zero(3);
  EXPECT_FALSE(
      qp.Solve(MatrixXd::Zero(3, 3), Vector3d(-1, 0, 0), std::vector{0.5}, FrictionSet::kCone, x).solved);
  EXPECT_TRUE(x.allFinite());
}

TEST(FrictionQp, SolvesEmptyAndTrivialProblems) {
  FrictionQp qp;
  VectorXd x(0);
  EXPECT_TRUE(qp.Solve(MatrixXd(0, 0), VectorXd(0), View<const double>(), FrictionSet::kCone, x).solved);
  x = Vector3d(1, 0, 0);
  EXPECT_TRUE(
      qp.Solve(MatrixXd::Identity(3, 3), Vector3d::Zero(), std::vector{0.5}, FrictionSet::kCone, x).solved);
  EXPECT_LT(x.norm(), kSumRounding);
}

}  // namespace
}  // namespace slipstick::solvers
