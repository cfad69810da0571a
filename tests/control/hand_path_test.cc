// Hand paths reach their keys in time; joint splines are smooth.
#include "slipstick/control/hands/hand_path.h"

#include <gtest/gtest.h>

#include "slipstick/control/joint_spline.h"
#include "slipstick/core/error.h"
#include "slipstick/core/rotation_vector.h"
#include "support/numbers.h"
#include "support/tolerances.h"

namespace slipstick::control {

using namespace support;
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

// ---- splines ---------------------------------------------------------------------------------------------

JointSpline SineAndParabola() {
  std::vector<VectorXd> points;
  for (int k = 0; k <= 40; ++k) points.push_back(Eigen::Vector2d(std::sin(0.3 * k), 0.05 * k * k));
  return {0.1, points};
}

TEST(JointSpline, InterpolatesItsPointsAndRestsAtBothEnds) {
  const JointSpline spline = SineAndParabola();
  JointMotion motion;
  for (int k = 0; k <= 40; ++k) {
    spline.At(0.1 * k, motion);
    EXPECT_NEAR(motion.q[0], std::sin(0.3 * k), kAccumulatedRounding);
    EXPECT_NEAR(motion.q[1], 0.05 * k * k, kAccumulatedRounding * (1 + k * k));
  }
  for (const double t : {-1.0, 0.0, 4.0, 9.0}) {
    spline.At(t, motion);
    EXPECT_NEAR(motion.v.norm(), 0.0, kAccumulatedRounding) << t;
  }
}

TEST(JointSpline, VelocityAndAccelerationAreDerivativesAndContinuous) {
  const JointSpline spline = SineAndParabola();
  JointMotion before, now, after;
  constexpr double d = 1e-5;
  for (double t = 0.05; t < 3.95; t += 0.0123) {
    spline.At(t - d, before), spline.At(t, now), spline.At(t + d, after);
    EXPECT_LT((now.v - (after.q - before.q) / (2 * d)).norm(), 1e-6);  // third derivatives times d²
    EXPECT_LT((now.a - (after.v - before.v) / (2 * d)).norm(),
              1e-2);  // third derivatives jump by up to 1e3 at points: times d
  }
  for (int k = 1; k < 40; ++k) {
    spline.At(0.1 * k - 1e-9, before), spline.At(0.1 * k + 1e-9, after);
    EXPECT_LT((after.a - before.a).norm(), 1e-4) << k;  // third derivatives times 2e-9
  }
}

// A sine with 21 samples per period: the error of the spline is of fourth order.
TEST(JointSpline, FollowsASine) {
  const JointSpline spline = SineAndParabola();
  JointMotion motion;
  for (double t = 1.0; t < 3.0; t += 0.0123) {
    spline.At(t, motion);
    EXPECT_NEAR(motion.q[0], std::sin(3.0 * t), 1e-4);  // (3 · 0.1)⁴ / 384, and decaying effects of the ends
    EXPECT_NEAR(motion.v[0], 3.0 * std::cos(3.0 * t), 3e-3);
    EXPECT_NEAR(motion.a[0], -9.0 * std::sin(3.0 * t), 0.1);  // relative error (3 · 0.1)² / 12
  }
}

// ---- hand paths ------------------------------------------------------------------------------------------

HandPath SamplePath() {
  const Pose start = Pose::At(1, 0, 0);
  const Pose turned = Pose::FromRpy({0, 0, 1.0}, {1, 2, 0});
  return {
      start, 0.1, {{1.0, turned, 0.1}, {2.0, turned, 0.02}, {6.0, turned, 0.02, {0, 0, 0.05}, 8}}, "test"};
}

TEST(HandPath, ReachesItsKeysInTimeAndTheMidpointAtHalfTime) {
  const HandPath path = SamplePath();
  EXPECT_EQ(path.duration(), 6.0);
  EXPECT_LT((path.PoseAt(0.0).p - Vector3d(1, 0, 0)).norm(), kRounding);
  EXPECT_LT((path.PoseAt(1.0).p - Vector3d(1, 2, 0)).norm(), kRounding);
  EXPECT_LT((path.PoseAt(0.5).p - Vector3d(1, 1, 0)).norm(),
            kAccumulatedRounding);  // the motion is symmetric in time
  EXPECT_LT((RotationVector(path.PoseAt(0.5).R) - Vector3d(0, 0, 0.5)).norm(), kAccumulatedRounding);
  EXPECT_LT((RotationVector(path.PoseAt(9.0).R) - Vector3d(0, 0, 1.0)).norm(), kAccumulatedRounding);
  EXPECT_NEAR(path.OpeningAt(1.5).p, 0.06, kAccumulatedRounding);
  EXPECT_LT(path.OpeningAt(1.5).v, 0.0);
  EXPECT_EQ(path.OpeningAt(9.0).p, 0.02);
  EXPECT_EQ(path.OpeningAt(9.0).v, 0.0);
}

TEST(HandPath, ShakesWithTheGivenAmplitudeAndCount) {
  const HandPath path = SamplePath();
  double highest = 0.0, lowest = 0.0, last = 0.0;
  int crossings = 0;
  for (double t = 2.001; t < 6.0; t += 0.001) {
    const double z = path.PoseAt(t).p.z();
    highest = Larger(highest, z), lowest = Smaller(lowest, z);
    crossings += last * z < 0.0;
    last = z;
  }
  EXPECT_NEAR(highest, 0.05, 1e-4);
  EXPECT_NEAR(lowest, -0.05, 1e-4);
  EXPECT_EQ(crossings, 15);  // zero crossings of eight periods: seven between and eight within them
  EXPECT_NEAR(path.PoseAt(6.0).p.z(), 0.0, kRounding);
}

TEST(HandPath, RejectsNonIncreasingTimes) {
  EXPECT_THROW(HandPath({}, 0.0, {}, "test"), InputError);
  EXPECT_THROW(HandPath({}, 0.0, {{0.0, {}, 0.0}}, "test"), InputError);
  EXPECT_THROW(HandPath({}, 0.0, {{2.0, {}, 0.0}, {1.0, {}, 0.0}}, "test"), InputError);
}

}  // namespace
}  // namespace slipstick::control
