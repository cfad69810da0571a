// The error measures of the other tests: correct on finite numbers, and NaN always fails.
#include "support/numbers.h"

#include <gtest/gtest.h>

namespace slipstick {

using namespace support;
namespace {

using Eigen::Matrix2d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(Numbers, LargerAndSmallerOrderNumbers) {
  EXPECT_EQ(Larger(1.0, -2.0), 1.0);
  EXPECT_EQ(Larger(-2.0, 1.0), 1.0);
  EXPECT_EQ(Smaller(1.0, -2.0), -2.0);
  EXPECT_EQ(Smaller(-2.0, 1.0), -2.0);
  EXPECT_EQ(Larger(1.0L, kInf + 0.0L), kInf);
}

TEST(Numbers, LargerAndSmallerPropagateNan) {
  for (const double x : {-1.0, 0.0, 1.0, kInf, -kInf, kNan}) {
    EXPECT_TRUE(std::isnan(Larger(x, kNan))) << x;
    EXPECT_TRUE(std::isnan(Larger(kNan, x))) << x;
    EXPECT_TRUE(std::isnan(Smaller(x, kNan))) << x;
    EXPECT_TRUE(std::isnan(Smaller(kNan, x))) << x;
  }
}

TEST(Numbers, ErrorsAreRelativeToTheExpectedSize) {
  EXPECT_EQ(LargestEntry(Vector3d(1, -4, 2)), 4.0);
  EXPECT_EQ(SmallestEntry(Vector3d(1, -4, 2)), -4.0);
  EXPECT_EQ(SmallestEntry(VectorXd()), kInf);
  EXPECT_EQ(LargestDifference(Vector3d(1, -4, 2), Vector3d(1, -1, 4)), 3.0);
  EXPECT_EQ(RelativeError(Vector3d(1, -4, 2), Vector3d(1, -1, 4)), 3.0 / 4);
  EXPECT_EQ(RelativeError(Vector3d(0, 0, 0.5), Vector3d(0, 0, 0.25)), 0.25);  // b is smaller than 1
  EXPECT_EQ(RelativeError(VectorXd(), VectorXd()), 0.0);
}

// At any position, whatever entries follow.
TEST(Numbers, ANanFailsEveryTolerance) {
  for (int i = 0; i < 4; ++i) {
    Matrix2d sick = Matrix2d::Ones();
    sick(i) = kNan;
    EXPECT_FALSE(RelativeError(sick, Matrix2d::Ones()) < kInf) << i;
    EXPECT_FALSE(RelativeError(Matrix2d::Ones(), sick) < kInf) << i;
    EXPECT_FALSE(LargestDifference(sick, sick) < kInf) << i;
    EXPECT_FALSE(SmallestEntry(sick) > -kInf) << i;
  }
}

TEST(Numbers, AnInfinityFailsEveryTolerance) {
  for (int i = 0; i < 4; ++i) {
    Matrix2d sick = Matrix2d::Ones();
    sick(i) = kInf;
    EXPECT_FALSE(RelativeError(sick, Matrix2d::Ones()) < kInf) << i;
    EXPECT_FALSE(RelativeError(Matrix2d::Ones(), sick) < kInf) << i;
    EXPECT_FALSE(RelativeError(sick, sick) < kInf) << i;
  }
}

TEST(Numbers, DifferentSizesFailEveryTolerance) {
  EXPECT_FALSE(RelativeError(VectorXd::Ones(3), VectorXd::Ones(2)) < kInf);
  EXPECT_FALSE(RelativeError(MatrixXd::Ones(2, 3), MatrixXd::Ones(3, 2)) < kInf);
}

}  // namespace
}  // namespace slipstick
