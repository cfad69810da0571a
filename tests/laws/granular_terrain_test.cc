#include "slipstick/laws/granular_terrain.h"

#include <gtest/gtest.h>

#include <numeric>

#include "slipstick/core/convert.h"
#include "slipstick/core/error.h"
#include "slipstick/core/random.h"
#include "slipstick/core/rotation.h"
#include "support/numbers.h"
#include "support/sand_fit.h"
#include "support/tolerances.h"

namespace slipstick::laws {

using namespace support;
namespace {

Mat3<double> Turn(double x, double y, double z) { return ToMatrix(Exp(Vec3<double>{x, y, z})); }

world::ContactPose SandPose(double depth, const Mat3<double>& R_CA) {
  return {depth, {0, 0, 0}, Mat3<double>::Identity(), R_CA};
}

Eigen::MatrixXd SandCorners(const WrenchSpace& sand, const world::ContactPose& pose) {
  Eigen::MatrixXd corners(3, sand.num_corners());
  sand.Corners(pose, {corners.data(), static_cast<int>(corners.size())});
  return corners;
}

TEST(GranularBasis, DepthFunctionsStartWithSlopeZeroAndEndLinear) {
  const double deepest = 0.08, h = 1e-7;
  for (const double depth : {0.001, 0.004, 0.013, 0.03, 0.06, 0.1, 0.5}) {
    const DepthBasis at = EvaluateDepthBasis(depth, deepest), above = EvaluateDepthBasis(depth - h, deepest),
                     below = EvaluateDepthBasis(depth + h, deepest);
    for (int i = 0; i < kDepthNodes; ++i)
      EXPECT_NEAR(at.slope[i], (below.value[i] - above.value[i]) / (2 * h), 1e-8) << depth;
    // hat functions sum up to 1 beyond the first node
    if (depth > 0.005) {
      EXPECT_NEAR(std::accumulate(at.slope.begin(), at.slope.end(), 0.0), 1.0, kAccumulatedRounding);
    }
  }
  for (const double depth : {-1.0, 0.0})
    for (int i = 0; i < kDepthNodes; ++i) {
      EXPECT_EQ(EvaluateDepthBasis(depth, deepest).value[i], 0.0);
      EXPECT_EQ(EvaluateDepthBasis(depth, deepest).slope[i], 0.0);
    }
}

TEST(GranularBasis, TiltFunctionsSumToOneAndHaveExactDerivatives) {
  const double largest = 0.7, h = 1e-6;
  Random random(1);
  for (int n = 0; n < 200; ++n) {
    const Tilt tilt{random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0)};
    const TiltBasis at = EvaluateTiltBasis(tilt, largest);
    EXPECT_NEAR(std::accumulate(at.value.begin(), at.value.end(), 0.0), 1.0, kAccumulatedRounding);
    const TiltBasis right = EvaluateTiltBasis({tilt.x + h, tilt.y}, largest),
                    left = EvaluateTiltBasis({tilt.x - h, tilt.y}, largest),
                    up = EvaluateTiltBasis({tilt.x, tilt.y + h}, largest),
                    down = EvaluateTiltBasis({tilt.x, tilt.y - h}, largest);
    for (int i = 0; i < kTiltCentres; ++i) {
      EXPECT_GE(at.value[i], 0.0);
      // second derivatives are at most 100, and jump where the tilt is saturated: h times that
      EXPECT_NEAR(at.by_x[i], (right.value[i] - left.value[i]) / (2 * h), 1e-4);
      EXPECT_NEAR(at.by_y[i], (up.value[i] - down.value[i]) / (2 * h), 1e-4);
    }
  }
}

TEST(GranularTerrain, DerivativesMatchFiniteDifferences) {
  const GranularTerrain sand(SandFit().model, 8, 2.0, {0.1, 0.0, 1.0});
  const int size = 3 * sand.num_corners();
  ASSERT_EQ(sand.num_corners(), 8 + 8 + 1);
  ASSERT_EQ(sand.derivatives(), world::kMoveZ | world::kTurnX | world::kTurnY | world::kTurnZ);
  Random random(2);
  const double h = 1e-6;
  for (int n = 0; n < 50; ++n) {
    const double depth = random.Uniform(0.002, 0.1), x = random.Uniform(-1.0, 1.0),
                 y = random.Uniform(-1.0, 1.0);
    const world::ContactPose pose = SandPose(depth, Turn(x, y, random.Uniform(-3.0, 3.0)));
    Eigen::VectorXd by_change(4 * size);
    sand.Differentiate(pose, by_change);
    const auto moved = [&](double z, double about_x, double about_y, double about_z) {
      return SandCorners(sand, SandPose(depth - z, Turn(about_x, about_y, about_z) * pose.R_CA));
    };
    const Eigen::MatrixXd differences[] = {(moved(h, 0, 0, 0) - moved(-h, 0, 0, 0)) / (2 * h),
                                           (moved(0, h, 0, 0) - moved(0, -h, 0, 0)) / (2 * h),
                                           (moved(0, 0, h, 0) - moved(0, 0, -h, 0)) / (2 * h),
                                           (moved(0, 0, 0, h) - moved(0, 0, 0, -h)) / (2 * h)};
    for (int k = 0; k < 4; ++k) {
      const Eigen::Map<Eigen::MatrixXd> analytic(by_change.data() + k * size, 3, sand.num_corners());
      EXPECT_LT(RelativeError(analytic, differences[k]), 1e-4) << "change " << k;  // at kinks of a slope: h
    }
    EXPECT_GT(LargestEntry(by_change), 1.0);
  }
}

TEST(GranularTerrain, LiftIsZeroAboveTheSurfaceAndMonotonicBelow) {
  const GranularTerrain sand(SandFit().model);
  for (const double depth : {-0.01, 0.0})
    EXPECT_EQ(LargestEntry(SandCorners(sand, SandPose(depth, Turn(0.2, 0.1, 0)))), 0.0);
  Random random(3);
  for (int n = 0; n < 30; ++n) {
    const double x = random.Uniform(-1.5, 1.5), y = random.Uniform(-1.5, 1.5);
    Eigen::RowVectorXd before = Eigen::RowVectorXd::Zero(sand.num_corners());
    for (double depth = 0.001; depth < 0.12; depth += 0.001) {
      const Eigen::RowVectorXd lift = SandCorners(sand, SandPose(depth, Turn(x, y, 0))).row(kLift);
      EXPECT_GE(SmallestEntry(lift - before), 0.0) << "at " << depth;
      before = lift;
    }
  }
}

// Twice as deep as any measurement, upside down, on its side: about the force of twice the depth.
TEST(GranularTerrain, IsBoundedBeyondItsData) {
  const GranularTerrain sand(SandFit().model);
  const double most = LargestEntry(SandCorners(sand, SandPose(0.06, Turn(0, 0, 0))));
  for (const Mat3<double>& R : {Turn(kQuarterTurn, 0, 0), Turn(2 * kQuarterTurn, 0, 0), Turn(0.9, -0.9, 0)})
    EXPECT_LT(LargestEntry(SandCorners(sand, SandPose(0.12, R))), 3.0 * most);
}

TEST(GranularTerrain, IsIsotropic) {
  const GranularTerrain sand(SandFit().model, 6);
  const double sixth = 4 * kQuarterTurn / 6;
  const Eigen::MatrixXd corners = SandCorners(sand, SandPose(0.03, Turn(0.3, 0.2, 0.0)));
  const Eigen::Matrix3d R = ToEigen(Turn(0, 0, sixth));
  const Eigen::MatrixXd turned = SandCorners(sand, SandPose(0.03, Turn(0, 0, sixth) * Turn(0.3, 0.2, 0.0)));
  for (int ring = 0; ring < 2; ++ring)
    for (int j = 0; j < 6; ++j)
      EXPECT_LT(LargestDifference(turned.col(6 * ring + (j + 1) % 6), R * corners.col(6 * ring + j)),
                kForceRounding);
}

TEST(GranularTerrain, LevelFootHasDragAndLift) {
  const GranularTerrain sand(SandFit().model, 4);
  const Eigen::MatrixXd corners = SandCorners(sand, SandPose(0.04, Turn(0, 0, 0)));
  EXPECT_LT(corners(0, 0), 0.0) << "drag along -x for motion along x";
  EXPECT_NEAR(corners(1, 0), 0.0, 1e-6 * corners(2, 0));
  EXPECT_GT(corners(2, 8), corners(2, 4)) << "largest lift straight down";
  EXPECT_GT(corners(2, 4), corners(2, 0)) << "smallest lift for horizontal motion";
  EXPECT_NEAR(corners(0, 8), 0.0, 1e-6 * corners(2, 8));
}

TEST(GranularTerrain, RoundFootIsAlwaysLevel) {
  const GranularTerrain flat(SandFit().model), round(SandFit().model, 6, 1.0, {0, 0, 0});
  const world::ContactPose tilted = SandPose(0.03, Turn(0.5, 0.2, 0.1)),
                           level = SandPose(0.03, Turn(0, 0, 0));
  EXPECT_LT(LargestDifference(SandCorners(round, tilted), SandCorners(flat, level)), kAccumulatedRounding);
  EXPECT_GT(LargestDifference(SandCorners(flat, tilted), SandCorners(flat, level)), 1.0);
}

TEST(GranularTerrain, RejectsInvalidModels) {
  GranularModel model = SandFit().model;
  model.rings[0].slopes[kLift][1][2] = -1.0;
  EXPECT_THROW(GranularTerrain{model}, InputError);
  model = SandFit().model;
  model.largest_tilt = 0.0;
  EXPECT_THROW(GranularTerrain{model}, InputError);
  model.rings.clear();
  EXPECT_THROW(GranularTerrain{model}, InputError);
}

}  // namespace
}  // namespace slipstick::laws
