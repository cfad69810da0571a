#include "slipstick/terrain/resistive_force.h"

#include <gtest/gtest.h>

#include "support/sand_fit.h"
#include "support/tolerances.h"

namespace slipstick::terrain {

using namespace support;
namespace {

TEST(ResistiveForce, LevelPlateMovingDownHasForceOfDepthTimesArea) {
  const SandPlate plate;
  const Vec3<double> f = PlateResistance(plate, {0.03, 0, 0, 0, kQuarterTurn, {}});
  EXPECT_NEAR(f.z, 0.5e6 * 0.03 * 2 * kQuarterTurn * plate.radius * plate.radius, 0.001 * f.z);  // 200 strips
  EXPECT_NEAR(f.x, 0.0, kAccumulatedRounding);
}

// Stresses of the generic profile, relative to a level plate moving down: a level plate moving horizontally
// has 0.136 back and 0.375 up; a vertical one 0.37 back.
TEST(ResistiveForce, HasThePublishedStresses) {
  const SandPlate plate;
  const double down = PlateResistance(plate, {0.03, 0, 0, 0, kQuarterTurn, {}}).z;
  const Vec3<double> dragged = PlateResistance(plate, {0.03, 0, 0, 0, 0, {}});
  EXPECT_NEAR(dragged.x / down, -0.136, kForceRounding);
  EXPECT_NEAR(dragged.z / down, 0.375, kForceRounding);
}

TEST(ResistiveForce, RaisedLeadingEdgeIncreasesDragAndLift) {
  const SandPlate plate;
  const Vec3<double> up = PlateResistance(plate, {0.05, 0, -0.5, 0, 0, {}}),
                     down = PlateResistance(plate, {0.05, 0, 0.5, 0, 0, {}});
  EXPECT_LT(up.x, down.x) << "more drag";
  EXPECT_GT(up.z, down.z) << "more lift";
}

TEST(ResistiveForce, IsEquivariantUnderRotation) {
  const SandPlate plate;
  for (const double angle : {0.0, 0.7, kQuarterTurn}) {
    const Vec3<double> along = PlateResistance(plate, {0.05, 0.2, 0.4, 0.0, angle, {}});
    // a quarter about z: tilt (x, y) becomes (-y, x)
    const Vec3<double> turned = PlateResistance(plate, {0.05, -0.4, 0.2, kQuarterTurn, angle, {}});
    EXPECT_NEAR(turned.x, -along.y, kForceRounding);
    EXPECT_NEAR(turned.y, along.x, kForceRounding);
    EXPECT_NEAR(turned.z, along.z, kForceRounding);
  }
}

}  // namespace
}  // namespace slipstick::terrain
