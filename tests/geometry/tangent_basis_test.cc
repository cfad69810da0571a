#include "slipstick/geometry/tangent_basis.h"

#include <gtest/gtest.h>

#include "slipstick/core/convert.h"
#include "slipstick/core/random.h"
#include "support/numbers.h"
#include "support/tolerances.h"

namespace slipstick::geometry {

using namespace support;
namespace {

TEST(TangentBasis, IsARightHandedFrameOnTheNormal) {
  Random random(11);
  for (int i = 0; i < 1000; ++i) {
    Eigen::Vector3d n;
    for (int k = 0; k < 3; ++k) n(k) = random.Index(4) == 0 ? 0.0 : random.Uniform(-1.0, 1.0);
    if (n.norm() < 1e-3) continue;
    n.normalize();
    const Eigen::Matrix3d R = ToEigen(TangentBasis(FromEigen(n)));
    EXPECT_LT(LargestDifference(R.transpose() * R, Eigen::Matrix3d::Identity()), kSumRounding);
    EXPECT_NEAR(R.determinant(), 1.0, kSumRounding);
    EXPECT_LT(LargestDifference(R.col(2), n), kRounding);
  }
  EXPECT_EQ(ToEigen(TangentBasis({0.0, 0.0, 1.0})), Eigen::Matrix3d::Identity())
      << "on level ground: the world's axes";
}

}  // namespace
}  // namespace slipstick::geometry
