#include "slipstick/solvers/lcp/lemke.h"

#include <gtest/gtest.h>

#include <limits>

#include "slipstick/core/random.h"
#include "support/friction_problems.h"
#include "support/random_matrices.h"
#include "support/sanitized.h"
#include "support/tolerances.h"

namespace slipstick::solvers {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

LcpResult Solve(const Lcp& lcp, VectorXd& z) {
  Lemke lemke;
  z.resize(lcp.size());
  return lemke.Solve(lcp.R, lcp.u, z);
}

VectorXd SolutionOf(const Lcp& lcp) {
  VectorXd z;
  const LcpResult result = Solve(lcp, z);
  EXPECT_EQ(result.status, LcpStatus::kSolved);
  EXPECT_NEAR(result.residual, lcp.Residual(z), kRounding);
  EXPECT_GE(z.minCoeff(), 0.0);
  EXPECT_LT(result.residual, kAccumulatedRounding);
  return z;
}

MatrixXd Matrix(int n, std::initializer_list<double> rows) {
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
      rows.begin(), n, n);
}

VectorXd Vector(std::initializer_list<double> entries) {
  return Eigen::Map<const VectorXd>(entries.begin(), static_cast<int>(entries.size()));
}

TEST(Lemke, SolvesTheEmptyProblem) {
  VectorXd z;
  EXPECT_EQ(Solve({MatrixXd(0, 0), VectorXd(0)}, z).status, LcpStatus::kSolved);
}

// A ball of 2 kg, without restitution: it stops, or separates.
TEST(Lemke, SolvesOneContact) {
  EXPECT_NEAR(SolutionOf({Matrix(1, {0.5}), Vector({-3.0})})[0], 6.0, kAccumulatedRounding);
  EXPECT_EQ(SolutionOf({Matrix(1, {0.5}), Vector({3.0})})[0], 0.0);
  EXPECT_EQ(SolutionOf({Matrix(1, {0.5}), Vector({0.0})})[0], 0.0);
}

TEST(Lemke, SolvesWithEveryVariablePositive) {
  const Lcp lcp{Matrix(2, {2.0, 1.0, 1.0, 2.0}), Vector({-5.0, -6.0})};
  const VectorXd z = SolutionOf(lcp);
  EXPECT_NEAR(z[0], 4.0 / 3.0, kAccumulatedRounding);
  EXPECT_NEAR(z[1], 7.0 / 3.0, kAccumulatedRounding);
}

//        m g h cos(a) on the normal, m g h sin(a) along the slope
//      /|
//    /o |   sticks for tan(a) < mu, else slides with h g (sin(a) - mu cos(a))
//  /____|
TEST(Lemke, SolvesABlockOnASlope) {
  constexpr double kMass = 2.0, kG = 9.81, kH = 0.01, kMu = 0.5;
  for (const double angle : {0.3, 0.4, 0.5, 0.6, 1.2}) {
    FrictionProblem problem{MatrixXd::Identity(3, 3) / kMass, VectorXd::Zero(3), {kMu}};
    problem.b << -kG * kH * std::cos(angle), -kG * kH * std::sin(angle), 0.0;
    const Lcp lcp = StewartTrinkleLcp(problem);
    const VectorXd z = SolutionOf(lcp);
    const double weight = kMass * kG * kH;
    EXPECT_NEAR(z[0], weight * std::cos(angle), kAccumulatedRounding);
    double uphill = 0.0;
    for (int k = 0; k < 8; ++k) uphill += z[1 + k] * std::cos(std::numbers::pi / 4.0 * k);
    EXPECT_NEAR(uphill, weight * std::min(std::sin(angle), kMu * std::cos(angle)), kAccumulatedRounding);
    EXPECT_NEAR(z[9], kG * kH * std::max(0.0, std::sin(angle) - kMu * std::cos(angle)), kAccumulatedRounding);
  }
}

TEST(Lemke, EndsOnARayIfThereIsNoSolution) {
  VectorXd z;
  for (const Lcp& lcp : {Lcp{Matrix(1, {0.0}), Vector({-1.0})}, Lcp{Matrix(1, {-1.0}), Vector({-1.0})},
                         Lcp{Matrix(2, {0.0, 0.0, 0.0, 1.0}), Vector({-1.0, -1.0})},
                         Lcp{Matrix(2, {0.0, 1.0, -1.0, 0.0}), Vector({1.0, -1.0})}}) {
    EXPECT_EQ(Solve(lcp, z).status, LcpStatus::kRay);
    EXPECT_EQ(z, VectorXd::Zero(lcp.size()));  // no partial solution
  }
}

// Two rigid walls that approach a mass from both sides: no motion has these velocities.
TEST(Lemke, EndsOnARayBetweenClosingWalls) {
  const Lcp lcp{Matrix(2, {1.0, -1.0, -1.0, 1.0}), Vector({-1.0, -1.0})};
  VectorXd z;
  EXPECT_EQ(Solve(lcp, z).status, LcpStatus::kRay);
}

TEST(Lemke, RejectsNonFiniteNumbers) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  VectorXd z;
  for (const double bad : {nan, inf, -inf}) {
    EXPECT_EQ(Solve({Matrix(2, {1.0, bad, 0.0, 1.0}), Vector({-1.0, -1.0})}, z).status, LcpStatus::kLimit);
    EXPECT_EQ(Solve({Matrix(2, {1.0, 0.0, 0.0, 1.0}), Vector({-1.0, bad})}, z).status, LcpStatus::kLimit);
    EXPECT_EQ(z, VectorXd::Zero(2));
  }
}

// Without tie-breaking, all variables vanish together in every ratio test.
TEST(Lemke, BreaksTies) {
  for (const int n : {2, 5, 12, 40}) {
    const VectorXd minus_one = VectorXd::Constant(n, -1.0);
    SolutionOf({MatrixXd::Identity(n, n), minus_one});
    SolutionOf({MatrixXd::Constant(n, n, 1.0), minus_one});
    SolutionOf({MatrixXd::Identity(n, n) + MatrixXd::Constant(n, n, 1.0), minus_one});
  }
}

// Methods that exchange one violated variable at a time cycle here (Murty 1988), and with d = 1 there is a
// tie of all three variables.
TEST(Lemke, DoesNotCycle) {
  const Lcp lcp{Matrix(3, {1.0, 2.0, 0.0, 0.0, 1.0, 2.0, 2.0, 0.0, 1.0}), Vector({-1.0, -1.0, -1.0})};
  const VectorXd z = SolutionOf(lcp);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(z[i], 1.0 / 3.0, kAccumulatedRounding);
}

// Murty's triangular matrices: the length of some paths doubles with every row.
TEST(Lemke, SolvesTriangularProblems) {
  for (const int n : {3, 6, 10}) {
    MatrixXd R = MatrixXd::Identity(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j) R(i, j) = 2.0;
    const VectorXd z = SolutionOf({R, VectorXd::Constant(n, -1.0)});
    EXPECT_NEAR(z[n - 1], 1.0, kAccumulatedRounding);
    EXPECT_NEAR(z.head(n - 1).sum(), 0.0, kAccumulatedRounding);
  }
}

TEST(Lemke, SolvesPositiveDefiniteAndCopositiveProblems) {
  Random random(2);
  Lemke lemke;
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 1 + trial % 30;
    Lcp lcp{RandomPositiveDefinite(n, random), RandomVector(n, random)};
    if (trial % 2 == 1) lcp.R = RandomMatrix(n, random).cwiseAbs() + 0.1 * MatrixXd::Identity(n, n);
    VectorXd z(n);
    EXPECT_EQ(lemke.Solve(lcp.R, lcp.u, z).status, LcpStatus::kSolved) << trial;
    EXPECT_LT(lcp.Residual(z), 1e-8) << trial;  // solutions up to 1e3, condition numbers up to 1e4
  }
}

class LemkeOnContact : public testing::TestWithParam<FrictionFamily> {};

TEST_P(LemkeOnContact, SolvesEveryProblem) {
  Random random(3);
  Lemke lemke;
  for (const int contacts : {1, 2, 7}) {
    for (int trial = 0; trial < Repeats(200); ++trial) {
      const Lcp lcp = StewartTrinkleLcp(RandomFrictionProblem(GetParam(), contacts, random));
      VectorXd z(lcp.size());
      const LcpResult result = lemke.Solve(lcp.R, lcp.u, z);
      ASSERT_EQ(result.status, LcpStatus::kSolved) << contacts << " contacts, trial " << trial;
      ASSERT_LT(lcp.Residual(z), kLemkeSolved);
      ASSERT_GE(z.minCoeff(), 0.0);
    }
  }
}

// Grams or tons: impulses scale inversely with the inverse inertia. (They are not unique, so they may
// differ.)
TEST_P(LemkeOnContact, DoesNotDependOnUnits) {
  Random random(4);
  Lemke lemke;
  for (int trial = 0; trial < 20; ++trial) {
    const FrictionProblem problem = RandomFrictionProblem(GetParam(), 4, random);
    const Lcp lcp = StewartTrinkleLcp(problem);
    for (const double unit : {0x1p-40, 0x1p-20, 0x1p20, 0x1p40}) {
      FrictionProblem scaled = problem;
      scaled.W *= unit;
      const Lcp scaled_lcp = StewartTrinkleLcp(scaled);
      VectorXd z(lcp.size());
      EXPECT_EQ(lemke.Solve(scaled_lcp.R, scaled_lcp.u, z).status, LcpStatus::kSolved);
      z.head(9 * problem.contacts()) *= unit;
      EXPECT_LT(lcp.Residual(z), kLemkeSolved);
    }
  }
}

TEST_P(LemkeOnContact, WarmStartFromTheSolutionSavesPivots) {
  Random random(5);
  Lemke lemke;
  int cold = 0, warm = 0;
  for (int trial = 0; trial < 50; ++trial) {
    const Lcp lcp = StewartTrinkleLcp(RandomFrictionProblem(GetParam(), 7, random));
    VectorXd z(lcp.size());
    cold += lemke.Solve(lcp.R, lcp.u, z).pivots;
    const LcpResult again = lemke.Solve(lcp.R, lcp.u, z, true);
    EXPECT_EQ(again.status, LcpStatus::kSolved);
    EXPECT_LT(again.residual, kLemkeSolved);
    warm += again.pivots;
  }
  EXPECT_LT(8 * warm, cold) << warm << " pivots against " << cold;
}

// As from one time step to the next: slightly different velocities.
TEST_P(LemkeOnContact, WarmStartsSavePivots) {
  Random random(6);
  Lemke lemke;
  int cold = 0, warm = 0;
  for (int trial = 0; trial < 50; ++trial) {
    FrictionProblem problem = RandomFrictionProblem(GetParam(), 7, random);
    Lcp lcp = StewartTrinkleLcp(problem);
    VectorXd z(lcp.size());
    lemke.Solve(lcp.R, lcp.u, z);
    problem.b *= 1.01;
    problem.b += 1e-2 * (problem.W * RandomVector(static_cast<int>(problem.b.size()), random));
    lcp = StewartTrinkleLcp(problem);
    VectorXd from_zero(lcp.size());
    cold += lemke.Solve(lcp.R, lcp.u, from_zero).pivots;
    const LcpResult result = lemke.Solve(lcp.R, lcp.u, z, true);
    EXPECT_EQ(result.status, LcpStatus::kSolved);
    EXPECT_LT(lcp.Residual(z), kLemkeSolved);
    warm += result.pivots;
  }
  EXPECT_LT(4 * warm, cold) << warm << " pivots against " << cold;
}

TEST_P(LemkeOnContact, SolvesFromAnyGuess) {
  Random random(7);
  Lemke lemke;
  for (int trial = 0; trial < 100; ++trial) {
    const Lcp lcp = StewartTrinkleLcp(RandomFrictionProblem(GetParam(), 4, random));
    VectorXd z = RandomVector(lcp.size(), random);
    EXPECT_EQ(lemke.Solve(lcp.R, lcp.u, z, true).status, LcpStatus::kSolved);
    EXPECT_LT(lcp.Residual(z), kLemkeSolved);
    z.setConstant(std::numeric_limits<double>::quiet_NaN());
    EXPECT_EQ(lemke.Solve(lcp.R, lcp.u, z, true).status, LcpStatus::kSolved);
    EXPECT_LT(lcp.Residual(z), kLemkeSolved);
  }
}

INSTANTIATE_TEST_SUITE_P(Families, LemkeOnContact,
                         testing::Values(FrictionFamily::kFreeBodies, FrictionFamily::kRobot,
                                         FrictionFamily::kOneBody, FrictionFamily::kSymmetric),
                         [](const auto& family) {
                           std::string name = Name(family.param);
                           std::erase(name, ' ');
                           return name;
                         });

}  // namespace
}  // namespace slipstick::solvers
