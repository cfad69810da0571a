#include "slipstick/terrain/granular_fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "slipstick/core/error.h"
#include "slipstick/core/rotation.h"
#include "slipstick/laws/granular_terrain.h"
#include "slipstick/terrain/resistive_force.h"
#include "support/sand_fit.h"

namespace slipstick::terrain {

using namespace support;
namespace {

TEST(GranularFit, ErrorIsNearTheNoiseOfTheMeasurements) {
  const GranularFit& fit = SandFit();
  ASSERT_EQ(fit.errors.size(), 3u);
  for (const auto& errors : fit.errors)
    for (int k = 0; k < laws::kGranularComponents; ++k) {
      // noise is 2 % of each force; the rest is the approximation error of 84 coefficients
      EXPECT_LT(errors[k].rms, 0.03 * errors[laws::kLift].largest_force) << laws::kGranularNames[k];
      EXPECT_LT(errors[k].worst, 0.12 * errors[laws::kLift].largest_force) << laws::kGranularNames[k];
      RecordProperty(std::string("rms_") + laws::kGranularNames[k], std::to_string(errors[k].rms));
    }
}

TEST(GranularFit, RecoversAModelThatItCanRepresent) {
  const laws::GranularModel& original = SandFit().model;
  ASSERT_FALSE(original.rings.empty());
  std::vector<PlateMeasurement> data = SyntheticMeasurements(SandPlate{}, 2);
  for (PlateMeasurement& row : data)
    for (const laws::GranularRing& ring : original.rings)
      if (std::abs(row.intrusion_angle - ring.intrusion_angle) < kSameIntrusionAngle)
        row.force = laws::GranularForce(original, ring, row.depth, row.TurnedTilt());
  const GranularFit again = FitGranularModel(data, 1e-9);
  ASSERT_EQ(again.errors.size(), original.rings.size());
  for (const auto& errors : again.errors)
    for (const FitError& error : errors) EXPECT_LT(error.worst, 1e-3);  // N; effect of the ridge
}

TEST(GranularFit, IsInvariantUnderRotationOfTheMeasurements) {
  std::vector<PlateMeasurement> data = SyntheticMeasurements(SandPlate{}, 1);
  for (PlateMeasurement& row : data) {  // everything turned by a third about z
    const Mat3<double> R = ToMatrix(Exp(Vec3<double>{0, 0, 4 * kQuarterTurn / 3}));
    const Vec3<double> tilt = R * Vec3<double>{row.tilt_x, row.tilt_y, 0.0};
    row.tilt_x = tilt.x, row.tilt_y = tilt.y;
    row.force = R * row.force;
    row.azimuth += 4 * kQuarterTurn / 3;
  }
  const GranularFit turned = FitGranularModel(data, 1e-3);
  ASSERT_EQ(turned.errors.size(), 3u);
  ASSERT_EQ(SandFit().errors.size(), 3u);
  for (size_t r = 0; r < 3; ++r)
    for (int k = 0; k < laws::kGranularComponents; ++k)
      EXPECT_NEAR(turned.errors[r][k].rms, SandFit().errors[r][k].rms, 1e-6);
}

TEST(GranularFit, RejectsTooFewMeasurements) {
  EXPECT_THROW(FitGranularModel({}, 1e-3), InputError);
  EXPECT_THROW(FitGranularModel({{0.01, 0, 0, 0, 0, {0, 0, 1}}}, 1e-3), InputError);
  std::vector<PlateMeasurement> above(20, {-0.01, 0, 0, 0, 0, {0, 0, 0}});
  EXPECT_THROW(FitGranularModel(above, 1e-3), InputError);
}

}  // namespace
}  // namespace slipstick::terrain
