#include "slipstick/solvers/qp/nonnegative_qp.h"

#include <gtest/gtest.h>

#include <cmath>

#include "slipstick/core/random.h"
#include "support/random_matrices.h"

namespace slipstick::solvers {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// x >= 0, slope <= 0 where x = 0, slope = 0 elsewhere: the Karush-Kuhn-Tucker conditions, which are
// sufficient.
TEST(NonnegativeQp, SatisfiesTheConditionsOfOptimality) {
  Random random(1);
  for (int trial = 0; trial < 300; ++trial) {
    const int n = 1 + trial % 16;
    const MatrixXd H = RandomPositiveDefinite(n, random);
    const VectorXd g = RandomVector(n, random);
    VectorXd x(n);
    NonnegativeQp qp(16);
    ASSERT_TRUE(qp.Solve(H, g, x));
    const VectorXd slope = g - H * x;
    for (int k = 0; k < n; ++k) {
      EXPECT_GE(x[k], 0.0);
      EXPECT_LE(slope[k], 1e-9);  // rounding times a condition number of 1e4
      EXPECT_LE(x[k] * std::abs(slope[k]), 1e-8);
    }
  }
}

// With H = I the solution is the positive part of g.
TEST(NonnegativeQp, ProjectsOnThePositivePart) {
  NonnegativeQp qp(3);
  VectorXd x(3);
  ASSERT_TRUE(qp.Solve(MatrixXd::Identity(3, 3), Eigen::Vector3d(1.0, -2.0, 0.0), x));
  EXPECT_EQ(x, Eigen::Vector3d(1.0, 0.0, 0.0));
}

}  // namespace
}  // namespace slipstick::solvers
