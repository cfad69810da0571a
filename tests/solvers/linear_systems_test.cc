// Linear solvers: the residual A x - b is at the level of rounding.
#include <gtest/gtest.h>

#include <limits>

#include "slipstick/core/random.h"
#include "slipstick/solvers/linear/cholesky.h"
#include "slipstick/solvers/linear/dense_lu.h"
#include "support/numbers.h"
#include "support/random_matrices.h"
#include "support/tolerances.h"

namespace slipstick::solvers {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

void SetMatrix(const MatrixXd& A, DenseLu& lu) {
  for (int i = 0; i < A.rows(); ++i)
    for (int j = 0; j < A.cols(); ++j) lu.row(i)[j] = A(i, j);
}

TEST(DenseLu, SolvesSystemsOfAnySize) {
  Random random(1);
  for (int n = 1; n <= 40; ++n) {
    const MatrixXd A = RandomMatrix(n, random);
    const VectorXd b = RandomVector(n, random);
    DenseLu lu(n);
    SetMatrix(A, lu);
    ASSERT_TRUE(lu.Factor());
    VectorXd x = b;
    lu.Solve(View<double>(x));
    EXPECT_LE(LargestDifference(A * x, b), kAccumulatedRounding * (1.0 + LargestEntry(x)) * n);
  }
}

// Without pivoting the first step would divide by zero, the second by 1e-20.
TEST(DenseLu, ExchangesRowsWithSmallPivots) {
  MatrixXd A(3, 3);
  A << 0.0, 1.0, 2.0, 1e-20, 1.0, 1.0, 3.0, 1.0, 0.0;
  const Eigen::Vector3d expected(1.0, 2.0, 3.0);
  DenseLu lu(3);
  SetMatrix(A, lu);
  ASSERT_TRUE(lu.Factor());
  VectorXd x = A * expected;
  lu.Solve(View<double>(x));
  EXPECT_LE((x - expected).norm(), kSumRounding);
}

TEST(DenseLu, RejectsSingularAndNonFiniteMatrices) {
  DenseLu lu(2);
  SetMatrix((MatrixXd(2, 2) << 1.0, 2.0, 2.0, 4.0).finished(), lu);
  EXPECT_FALSE(lu.Factor());
  SetMatrix(MatrixXd::Constant(2, 2, std::numeric_limits<double>::quiet_NaN()), lu);
  EXPECT_FALSE(lu.Factor());
}

TEST(SolvePositiveDefinite, SolvesSystemsOfAnySize) {
  Random random(2);
  for (int n = 1; n <= 40; ++n) {
    const MatrixXd A = RandomPositiveDefinite(n, random);
    const VectorXd b = RandomVector(n, random);
    MatrixXd factor = A;
    VectorXd x = b;
    SolvePositiveDefinite(factor, x);
    EXPECT_LE(LargestDifference(A * x, b), kAccumulatedRounding * (1.0 + LargestEntry(x)) * n);
  }
}

TEST(SolvePositiveDefinite, IsFiniteIfAPivotIsLostToRounding) {
  MatrixXd A = MatrixXd::Ones(3, 3);
  VectorXd x = VectorXd::Ones(3);
  SolvePositiveDefinite(A, x);
  EXPECT_TRUE(x.allFinite());
  EXPECT_NEAR(x.sum(), 1.0, 1e-6);  // A x = b still holds
}

}  // namespace
}  // namespace slipstick::solvers
