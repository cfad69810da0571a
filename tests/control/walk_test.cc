// The humanoid of the scene humanoid-walk walks: with several steppers, pushed, on slopes, forwards,
// backwards and on the spot.
#include <gmock/gmock.h>

#include "slipstick/record/compare_recordings.h"
#include "slipstick/run/recorded_run.h"
#include "support/sanitized.h"
#include "support/walk_observer.h"

namespace slipstick::control {

using namespace support;
namespace {

constexpr double kStepLength = 0.12;  // m, that the scene asks for

void ExpectToStay(const WalkResult& walk) {
  EXPECT_TRUE(walk.finished);
  EXPECT_GT(walk.lowest_base, 0.75);   // m; it stands at 0.85
  EXPECT_LT(walk.tilt, 0.05);          // rad
  EXPECT_LT(walk.speed_at_end, 2e-3);  // m/s: it stands still
  EXPECT_GT(walk.least_gap, 0.05) << "m; the soles stay beside each other, 9 cm apart at first";
}

/// Left and right in turn, and no others. Tolerances in m and s.
void ExpectSteps(const WalkResult& walk, const std::vector<double>& lengths, double tolerance,
                 double tolerance_of_time) {
  ASSERT_EQ(walk.steps.size(), lengths.size());
  for (size_t k = 0; k < lengths.size(); ++k) {
    EXPECT_EQ(walk.steps[k].foot, static_cast<int>(k % 2));
    EXPECT_NEAR(walk.steps[k].length(), lengths[k], tolerance) << "step " << k;
    EXPECT_NEAR(walk.steps[k].touch_down - walk.steps[k].lift_off, 1.0, tolerance_of_time) << "s in the air";
  }
}

/// As on a floor that is as the plan has it: feet land short by a millimetre or two, as the springs that pull
/// them lag behind.
void ExpectToWalk(const WalkResult& walk, const std::vector<double>& lengths) {
  ExpectToStay(walk);
  EXPECT_EQ(walk.failures, 0) << "of " << walk.updates << " updates, the last one: " << walk.failure;
  EXPECT_LT(walk.foothold_error, 5e-3);  // m
  EXPECT_LT(walk.pressure_error, 0.04);  // m; the sole is 15 cm long
  ExpectSteps(walk, lengths, 4e-3, 0.15);
}

/// The first one ends beside and ahead of the foot that carries, those after it pass that foot.
std::vector<double> FourSteps(double length = kStepLength) {
  return {length, 2 * length, 2 * length, 2 * length};
}

TEST(HumanoidWalk, TakesFourStepsWithSeveralSteppers) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  for (const char* stepper : {"expo", "implicit-euler", "tamsi", "relaxed"}) {
    SCOPED_TRACE(stepper);
    const WalkResult walk = RunWalk({{"stepper", stepper}, {"dt", "5 ms"}});
    ExpectToWalk(walk, FourSteps());
    EXPECT_EQ(walk.updates, 188) << "7.5 s, one every 40 ms";
  }
}

/// Torques that are held more briefly follow the plan more closely.
TEST(HumanoidWalk, LandsMoreAccuratelyIfItIsControlledMoreOften) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const WalkResult often = RunWalk({{"control_period", "5 ms"}}), seldom = RunWalk({});
  ExpectToWalk(often, FourSteps());
  EXPECT_EQ(often.updates, 1500);
  EXPECT_LT(often.foothold_error, 0.7 * seldom.foothold_error);
  EXPECT_LT(often.pressure_error, 0.7 * seldom.pressure_error);
}

TEST(HumanoidWalk, WorksWithTwoLevelsOfTasks) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  ExpectToWalk(RunWalk({{"controller.two_levels", "true"}}), FourSteps());
}

/// The corners of the boxes are where the contact points are, so that little changes.
TEST(HumanoidWalk, WorksOnFeetThatAreBoxes) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const WalkResult boxes = RunWalk({{"robots.0.contacts", "[]"}, {"robots.0.collisions", "true"}});
  ExpectToWalk(boxes, FourSteps());
  const WalkResult points = RunWalk({});
  for (int foot : {0, 1}) EXPECT_LT((boxes.soles[foot].p - points.soles[foot].p).norm(), 1e-3);
}

TEST(HumanoidWalk, GoesOnWhenPushedFromEitherSide) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  for (const char* force : {"-10", "10"})     // N
    for (const char* at : {"2", "3", "4"}) {  // s: the left, the right, the left foot swings
      SCOPED_TRACE(std::string(force) + " N at " + at + " s");
      const std::string push =
          std::string("[{body = 'body', force = [0, ") + force + ", 0], at = " + at + ", over = '0.5 s'}]";
      ExpectToWalk(RunWalk({{"pushes", push}}), FourSteps());
    }
}

TEST(HumanoidWalk, BearsTenNewtonsAtAnyTimeFromAnySide) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  for (const char* force : {"[10, 0, 0]", "[-10, 0, 0]", "[0, 10, 0]", "[0, -10, 0]"})
    for (int k = 0; k < 12; ++k) {
      const std::string at = std::to_string(0.5 + 0.47 * k);  // s: no two in the same phase of a step
      SCOPED_TRACE(std::string(force) + " N at " + at + " s");
      const std::string push =
          std::string("[{body = 'body', force = ") + force + ", at = " + at + ", over = 0.5}]";
      const WalkResult walk = RunWalk({{"pushes", push}, {"dt", "20 ms"}});
      EXPECT_TRUE(walk.finished);
      EXPECT_GT(walk.lowest_base, 0.8);  // m
    }
}

TEST(HumanoidWalk, TakesStepsAsLongAsTheControlPeriod) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  ExpectToWalk(RunWalk({{"dt", "40 ms"}}), FourSteps());
}

TEST(HumanoidWalk, TakesStridesOfThirtyCentimetres) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const WalkResult walk = RunWalk({{"controller.step_length", "30 cm"}});
  EXPECT_TRUE(walk.finished);
  EXPECT_GT(walk.lowest_base, 0.75);                                // m
  for (const auto& sole : walk.soles) EXPECT_GT(sole.p.x(), 0.85);  // m: at 0.9 and 1.2
}

/// The plan takes the floor for level, so that feet land a quarter of a second too early, or drop up to 1.8
/// cm when they are thought to stand, their joints faster than they may be for an instant.
TEST(HumanoidWalk, StaysUprightOnFloorsThatAreTilted) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  for (const char* downhill : {"0 deg", "90 deg", "180 deg", "270 deg"}) {
    SCOPED_TRACE(downhill);
    const WalkResult walk = RunWalk({{"ground.slope", "2 deg"}, {"ground.downhill", downhill}});
    ExpectToStay(walk);
    ExpectSteps(walk, FourSteps(), 0.02, 0.3);
    EXPECT_LT(walk.foothold_error, 0.03);  // m
    EXPECT_LE(walk.failures, walk.updates / 20);
    EXPECT_TRUE(walk.failure.empty() || walk.failure == "beyond limits") << walk.failure;
  }
}

TEST(HumanoidWalk, EndsWithTheFeetSideBySide) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const double s = kStepLength;
  const WalkResult walk =
      RunWalk({{"controller.steps", "8"}, {"controller.closing", "1"}, {"duration", "12.5 s"}});
  ExpectToWalk(walk, {s, 2 * s, 2 * s, 2 * s, 2 * s, 2 * s, 2 * s, s});
  EXPECT_NEAR(walk.soles[0].p.x(), walk.soles[1].p.x(), 2e-3);
  EXPECT_NEAR(walk.soles[0].p.x() - walk.steps[0].from.x(), 7 * s, 5e-3);
}

TEST(HumanoidWalk, GoesBackwards) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  ExpectToWalk(RunWalk({{"controller.step_length", "-12 cm"}}), FourSteps(-kStepLength));
}

TEST(HumanoidWalk, GoesOnTheSpot) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const WalkResult walk = RunWalk({{"controller.step_length", "0"}});
  ExpectToWalk(walk, FourSteps(0.0));
  EXPECT_GT(walk.highest_sole, 0.04) << "m; feet are lifted by 5 cm";
}

Recording RecordWalk(const Scene& scene, double until) {
  Simulation simulation(scene);
  run::RunRecorder recorder(scene, simulation, "test");
  simulation.RunTo(until);
  return recorder.Finish();
}

// The second recording stops between two updates, while the left foot swings.
TEST(HumanoidWalk, GivesTheSameBitsAgainAndAfterAnInterruption) {
  const bool brief = SLIPSTICK_SANITIZED;
  const Scene scene = EditedScene("humanoid-walk", {{"duration", brief ? "0.2 s" : "3 s"}});
  const Recording straight = RecordWalk(scene, 3.0), so_far = RecordWalk(scene, brief ? 0.105 : 1.705);
  EXPECT_EQ(record::CompareRecordings(straight, RecordWalk(scene, 3.0)), "");
  Simulation simulation(scene, run::RecordedResumePoint(so_far, "test"));
  ASSERT_GT(simulation.steps_done(), 0);
  run::RunRecorder recorder(scene, simulation, "test", so_far);
  simulation.Run();
  EXPECT_EQ(record::CompareRecordings(straight, recorder.Finish()), "");
}

}  // namespace
}  // namespace slipstick::control
