#include "slipstick/solvers/exponential/matrix_exponential.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>

#include "slipstick/core/random.h"
#include "support/random_matrices.h"

namespace slipstick::solvers {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd Exponential(const MatrixXd& A, MatrixExponentialOptions options = {}) {
  MatrixExponential exponential(options);
  const int n = static_cast<int>(A.rows());
  MatrixXd V = MatrixXd::Identity(n, n);
  exponential.Apply(n, A.data(), n, V.data());
  return V;
}

constexpr MatrixExponentialOptions kWithAndWithoutBalancing[] = {{-1, true}, {-1, false}};
constexpr double kPadeRounding = 1e-13;  // rounding of products and one solution, for norms up to 10

TEST(MatrixExponential, OfANilpotentMatrixIsAPolynomial) {
  for (const auto& options : kWithAndWithoutBalancing) {
    for (const double scale : {1e-3, 1.0, 30.0}) {
      MatrixXd A = MatrixXd::Zero(4, 4);
      for (int i = 0; i < 3; ++i) A(i, i + 1) = scale;
      const MatrixXd E = Exponential(A, options);
      double entry = 1.0;
      for (int k = 0; k < 4; ++k) {
        for (int i = 0; i + k < 4; ++i) EXPECT_NEAR(E(i, i + k), entry, 1e-14 * std::exp(scale) / 10 + 1e-15);
        for (int i = 0; i + k + 1 < 4; ++i) EXPECT_NEAR(E(i + k + 1, i), 0.0, 1e-15);
        entry *= scale / (k + 1);
      }
    }
  }
}

TEST(MatrixExponential, OfASkewMatrixIsARotation) {
  for (const auto& options : kWithAndWithoutBalancing) {
    for (const double angle : {1e-6, 0.01, 0.2, 0.9, 2.0, 5.0, 30.0, 1e3}) {
      MatrixXd A(2, 2);
      A << 0.0, -angle, angle, 0.0;
      MatrixXd R(2, 2);
      R << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
      // Squaring doubles an error each time: rounding times the norm.
      EXPECT_LT((Exponential(A, options) - R).norm(), 1e-15 * (1.0 + angle)) << angle;
    }
  }
}

TEST(MatrixExponential, OfADiagonalMatrixIsDiagonal) {
  for (const auto& options : kWithAndWithoutBalancing) {
    VectorXd d(7);
    d << 0.0, 1.0, -1.0, 3.0, -30.0, 1e-8, -1e3;
    const MatrixXd E = Exponential(d.asDiagonal(), options);
    for (int i = 0; i < 7; ++i)
      EXPECT_NEAR(E(i, i), std::exp(d[i]), 1e-13 * std::exp(d[i]) * (1.0 + std::abs(d[i])) + 1e-15);
    EXPECT_EQ(E.sum(), E.diagonal().sum());
  }
}

// | A A |       | e^A  A e^A |
// | 0 A |  has  |  0    e^A  |
TEST(MatrixExponential, OfABlockTriangularMatrixHasItsClosedForm) {
  Random random(3);
  for (const int n : {1, 2, 5, 8}) {
    const MatrixXd A = 2.0 * RandomMatrix(n, random);
    MatrixXd block = MatrixXd::Zero(2 * n, 2 * n);
    block.topLeftCorner(n, n) = block.topRightCorner(n, n) = block.bottomRightCorner(n, n) = A;
    const MatrixXd E = Exponential(block), e = Exponential(A);
    EXPECT_LT((E.topLeftCorner(n, n) - e).norm(), kPadeRounding * e.norm());
    EXPECT_LT((E.topRightCorner(n, n) - A * e).norm(), kPadeRounding * A.norm() * e.norm());
    EXPECT_EQ(E.bottomLeftCorner(n, n).norm(), 0.0);
  }
}

TEST(MatrixExponential, OfTheNegativeMatrixIsTheInverse) {
  Random random(4);
  for (const int n : {3, 10, 27, 60, 100}) {
    const MatrixXd A = RandomMatrix(n, random), skew = 3.0 * (A - A.transpose());
    MatrixXd V(n, 2);
    V << RandomVector(n, random), RandomVector(n, random);
    MatrixXd there = V;
    MatrixExponential exponential;
    exponential.Apply(n, skew.data(), 2, there.data());
    constexpr double kLargeNorm = 1e-11;                         // rounding times norms up to 300
    EXPECT_NEAR(there.norm(), V.norm(), kLargeNorm * V.norm());  // an isometry
    const MatrixXd negative = -skew;
    exponential.Apply(n, negative.data(), 2, there.data());
    EXPECT_LT((there - V).norm(), kLargeNorm * V.norm()) << n;
  }
}

// Scaling by powers of two is undone by squaring the matrix or by repeated application to the columns.
TEST(MatrixExponential, DoesNotDependOnTheNumberOfColumns) {
  Random random(5);
  for (const double scale : {0.1, 3.0, 10.0}) {
    const int n = 12;
    const MatrixXd A = scale * (RandomMatrix(n, random) - 2.0 * MatrixXd::Identity(n, n)), E = Exponential(A);
    MatrixXd v = RandomVector(n, random);
    const VectorXd expected = E * v;
    MatrixExponential().Apply(n, A.data(), 1, v.data());
    EXPECT_LT((v - expected).norm(), 1e-12 * E.norm());
  }
}

TEST(MatrixExponential, WithoutProductsIsTheTrapezoidalRule) {
  Random random(6);
  const int n = 9;
  const MatrixXd A = RandomMatrix(n, random), I = MatrixXd::Identity(n, n);
  const MatrixXd expected = (I - A / 2.0).lu().solve(I + A / 2.0);
  EXPECT_LT((Exponential(A, {0, true}) - expected).norm(), kPadeRounding * expected.norm());
}

// The error of [m/m] is m!² / ((2m)! (2m+1)!) x^(2m+1) to leading order.
TEST(MatrixExponential, ErrorsOfReducedOrdersAreThoseOfPade) {
  const int orders[] = {1, 2, 3, 5};
  for (int products = 0; products < 4; ++products) {
    const int m = orders[products];
    const double x = products < 3 ? 0.3 : 1.0;
    const double constant =
        std::pow(std::tgamma(m + 1.0), 2) / (std::tgamma(2.0 * m + 1) * std::tgamma(2.0 * m + 2));
    const double error =
        std::abs(Exponential(MatrixXd::Constant(1, 1, -x), {products, true})(0, 0) - std::exp(-x));
    EXPECT_NEAR(error / (constant * std::pow(x, 2 * m + 1) * std::exp(-x)), 1.0, 0.15) << m;
  }
  // A lower order than the allowed [7/7] is exact to rounding here, and is used.
  MatrixExponential exponential({4, true});
  const double small = 0.01;
  double v = 1.0;
  exponential.Apply(1, &small, 1, &v);
  EXPECT_NEAR(v, std::exp(small), 1e-15);
  EXPECT_EQ(exponential.order(), 5);
}

TEST(MatrixExponential, OfNonFiniteNumbersIsNan) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    for (const int products : {-1, 0, 2, 4}) {
      MatrixXd A = MatrixXd::Identity(5, 5);
      A(1, 3) = bad;
      EXPECT_TRUE(Exponential(A, {products, true}).array().isNaN().all());
    }
  }
  EXPECT_FALSE(Exponential(MatrixXd::Constant(3, 3, 1e300)).allFinite());  // and terminates
}

}  // namespace
}  // namespace slipstick::solvers
