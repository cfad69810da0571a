// PatternLu solves A x = b for any pattern, and its cost follows the fill-in.
#include "slipstick/solvers/linear/pattern_lu.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "slipstick/core/random.h"
#include "support/numbers.h"
#include "support/random_matrices.h"

namespace slipstick::solvers {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Groups of coupled indices, like those of bodies and contacts.
std::vector<std::vector<int>> RandomGroups(int n, int count, Random& random) {
  std::vector<std::vector<int>> groups(count);
  for (std::vector<int>& group : groups) {
    for (int k = 0; k < 4; ++k) group.push_back(static_cast<int>(random.Uniform(0.0, n - 1e-9)));
    std::ranges::sort(group);
    group.erase(std::unique(group.begin(), group.end()), group.end());
  }
  return groups;
}

/// Diagonally dominant, not symmetric, zero outside the groups.
MatrixXd FillGroups(int n, const std::vector<std::vector<int>>& groups, Random& random) {
  MatrixXd A = MatrixXd::Zero(n, n);
  for (const std::vector<int>& group : groups)
    for (const int i : group)
      for (const int j : group)
        if (i != j) A(i, j) = random.Uniform(-1.0, 1.0);
  for (int i = 0; i < n; ++i) A(i, i) = 1.0 + A.row(i).cwiseAbs().sum();
  return A;
}

void Couple(int n, const std::vector<std::vector<int>>& groups, PatternLu& lu) {
  lu.Begin(n);
  for (const std::vector<int>& group : groups) lu.Couple(group);
  lu.Analyse();
}

void Set(const MatrixXd& A, PatternLu& lu) {
  lu.SetZero();
  for (int i = 0; i < A.rows(); ++i)
    for (int j = 0; j < A.cols(); ++j)
      if (A(i, j) != 0.0) lu.At(i, j) = A(i, j);
}

TEST(PatternLu, SolvesSystemsOfAnySizeAndPattern) {
  Random random(3);
  PatternLu lu;  // reused: earlier sizes must not matter
  for (const int n : {1, 2, 7, 40, 63, 64, 65, 130, 20}) {
    const auto groups = RandomGroups(n, n, random);
    const MatrixXd A = FillGroups(n, groups, random);
    Couple(n, groups, lu);
    for (int repeat = 0; repeat < 2; ++repeat) {
      Set(A, lu);
      ASSERT_TRUE(lu.Factor());
      const VectorXd expected = RandomVector(n, random);
      VectorXd x = A * expected;
      lu.Solve(View<double>(x));
      EXPECT_LE(LargestDifference(x, expected), 1e-13 * n) << n;  // rounding, per row
    }
  }
}

// A star whose centre comes first has no fill-in; one whose centre comes last becomes dense.
TEST(PatternLu, CostFollowsTheFillIn) {
  const int n = 30;
  std::vector<std::vector<int>> centre_first, centre_last;
  for (int k = 1; k < n; ++k) centre_first.push_back({0, k}), centre_last.push_back({k - 1, n - 1});
  PatternLu first, last;
  Couple(n, centre_first, first);
  Couple(n, centre_last, last);
  EXPECT_LT(first.cost(), 4.0 * n);
  EXPECT_GT(last.cost(), n * n * n / 4.0);
}

TEST(PatternLu, RejectsSingularAndNonFiniteMatrices) {
  PatternLu lu;
  Couple(2, {{0, 1}}, lu);
  Set((MatrixXd(2, 2) << 1.0, 2.0, 2.0, 4.0).finished(), lu);
  EXPECT_FALSE(lu.Factor());
  Set((MatrixXd(2, 2) << 1.0, 0.0, 0.0, std::numeric_limits<double>::quiet_NaN()).finished(), lu);
  EXPECT_FALSE(lu.Factor());
}

}  // namespace
}  // namespace slipstick::solvers
