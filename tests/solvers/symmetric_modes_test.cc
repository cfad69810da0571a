// Eigenvalues of small symmetric matrices, and impulse responses of oscillators, compared with Eigen and
// closed forms.
#include "slipstick/solvers/linear/symmetric_modes.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <limits>

#include "slipstick/core/random.h"
#include "slipstick/solvers/exponential/oscillator.h"
#include "support/numbers.h"
#include "support/random_matrices.h"
#include "support/tolerances.h"

namespace slipstick::solvers {

using namespace support;
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

/// J Jᵀ of any rank.
MatrixXd RandomSemidefinite(int n, Random& random) {
  MatrixXd J(n, 1 + random.Index(n + 2));
  for (int k = 0; k < J.cols(); ++k) J.col(k) = RandomVector(n, random);
  return J * J.transpose();
}

TEST(SymmetricModes, EigenvaluesMatchEigen) {
  Random random(1);
  SymmetricModes modes;
  for (int trial = 0; trial < 300; ++trial) {
    const MatrixXd A = RandomSemidefinite(1 + random.Index(24), random);
    ASSERT_TRUE(modes.Decompose(A.data(), static_cast<int>(A.rows())));
    VectorXd found = Eigen::Map<const VectorXd>(modes.values(), A.rows());
    std::sort(found.begin(), found.end());
    const VectorXd expected =
        Eigen::SelfAdjointEigenSolver<MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues();
    EXPECT_LT(LargestDifference(found, expected), kSumRounding * A.rows() * expected.maxCoeff());
  }
}

// Qᵀ A x = Λ Qᵀ x, and Q Qᵀ x = x, in all four lanes.
TEST(SymmetricModes, DiagonalizeTheMatrix) {
  Random random(2);
  SymmetricModes modes;
  for (int trial = 0; trial < 300; ++trial) {
    const int n = 1 + random.Index(24);
    const MatrixXd A = RandomSemidefinite(n, random);
    modes.Decompose(A.data(), n);
    MatrixXd X(n, 4);
    for (int j = 0; j < 4; ++j) X.col(j) = RandomVector(n, random);
    const MatrixXd AX = A * X;
    std::vector<Pack> x(n), ax(n), modes_of_x(n), modes_of_ax(n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < 4; ++j) x[i].Set(j, X(i, j)), ax[i].Set(j, AX(i, j));
    modes.ToModes(x.data(), modes_of_x.data());
    modes.ToModes(ax.data(), modes_of_ax.data());
    double off = 0.0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < 4; ++j)
        off = Larger(off, std::abs(modes_of_ax[i][j] - modes.values()[i] * modes_of_x[i][j]));
    constexpr double kPerRow = 1e-13;  // rounding of some ten rotations per row
    EXPECT_LT(off, kPerRow * n * A.norm());
    modes.FromModes(modes_of_x.data(), x.data());
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < 4; ++j) EXPECT_NEAR(x[i][j], X(i, j), kPerRow * n);
  }
}

TEST(SymmetricModes, RejectNonFiniteNumbers) {
  MatrixXd A = MatrixXd::Identity(6, 6);
  A(2, 3) = A(3, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(SymmetricModes().Decompose(A.data(), 6));
}

// The defining identity, over twelve decades of stiffness, from undamped to overdamped.
TEST(Oscillator, ResponsesSatisfyTheirIdentity) {
  for (const double lambda : {0.0, 1e-3, 1.0, 1e3, 4e5, 1e6, 1e9, 1e12})
    for (const double beta : {0.0, 1e-6, 1e-3, 3e-3, 1.0, 1e3})
      for (const double t : {1e-6, 1e-4, 3e-3, 4e-2, 1.0}) {
        const auto [g] = ImpulseResponse(lambda, beta, t);
        double power = 1.0;
        for (int k = 0; k < 4; power *= t / ++k)
          EXPECT_NEAR(g[k] + beta * lambda * g[k + 1] + lambda * g[k + 2], power, 1e-13 * power)
              << "g[" << k << "], lambda " << lambda << ", beta " << beta << ", t " << t;
      }
}

// λ = 0: free motion.
TEST(Oscillator, MovesFreelyWithoutASpring) {
  const auto [g] = ImpulseResponse(0.0, 3e-3, 0.1);
  double power = 1.0;
  for (int k = 0; k < 6; power *= 0.1 / ++k) EXPECT_NEAR(g[k], power, 1e-15 * power);
}

// No jump where one formula replaces another.
TEST(Oscillator, IsContinuousBetweenFormulas) {
  for (const double beta : {1e-5, 1e-3, 1.0})
    for (const double t : {1e-3, 1e-2})
      for (const double lambda : {1.0 / (t * t), 4.0 / (beta * beta)}) {
        const auto [below] = ImpulseResponse(lambda * (1 - 1e-12), beta, t);
        const auto [above] = ImpulseResponse(lambda * (1 + 1e-12), beta, t);
        for (int k = 1; k < 6; ++k)  // the argument itself moves by 2e-12, up to 20 radians
          EXPECT_NEAR(below[k], above[k], 1e-10 * std::abs(below[k]) + 1e-30) << beta << " " << lambda;
      }
}

}  // namespace
}  // namespace slipstick::solvers
