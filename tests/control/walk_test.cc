// The scene humanoid-walk: with several steppers, with disturbances, on slopes, forwards, backwards, on the
// spot.
#include <gtest/gtest.h>

#include "slipstick/record/compare_recordings.h"
#include "slipstick/run/recorded_run.h"
#include "support/edited_scene.h"
#include "support/recorded_runs.h"
#include "support/sanitized.h"
#include "support/walk_observer.h"

namespace slipstick::control {

using namespace support;
namespace {

constexpr double kStepLength = 0.12;  // m, of the scene

void ExpectStaysUpright(const WalkResult& walk) {
  EXPECT_TRUE(walk.finished);
  EXPECT_GT(walk.lowest_base, 0.75);   // m; it stands at 0.85
  EXPECT_LT(walk.tilt, 0.05);          // rad
  EXPECT_LT(walk.speed_at_end, 2e-3);  // m/s: it stands still
  EXPECT_GT(walk.least_gap, 0.05) << "m; the soles stay beside each other, 9 cm apart at first";
}

/// The left and the right foot alternate. Tolerances in m and s.
void ExpectFootsteps(const WalkResult& walk, const std::vector<double>& lengths, double tolerance,
                     double tolerance_of_time) {
  ASSERT_EQ(walk.steps.size(), lengths.size());
  for (size_t k = 0; k < lengths.size(); ++k) {
    EXPECT_EQ(walk.steps[k].foot, static_cast<int>(k % 2));
    EXPECT_NEAR(walk.steps[k].length(), lengths[k], tolerance) << "step " << k;
    EXPECT_NEAR(walk.steps[k].touch_down - walk.steps[k].lift_off, 1.0, tolerance_of_time) << "s in the air";
  }
}

/// Tolerances for a level floor, as planned: feet land short by a millimetre or two because of feedback lag.
void ExpectWalks(const WalkResult& walk, const std::vector<double>& lengths) {
  ExpectStaysUpright(walk);
  EXPECT_EQ(walk.failures, 0) << "of " << walk.updates << " updates, the last one: " << walk.failure;
  EXPECT_LT(walk.foothold_error, 5e-3);  // m
  EXPECT_LT(walk.pressure_error, 0.04);  // m; the sole is 15 cm long
  ExpectFootsteps(walk, lengths, 4e-3, 0.15);
}

/// The first footstep starts beside the support foot, the others start one step length behind it.
std::vector<double> FourFootsteps(double length = kStepLength) {
  return {length, 2 * length, 2 * length, 2 * length};
}

TEST(HumanoidWalk, TakesFourStepsWithSeveralSteppers) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  for (const char* stepper : {"expo", "implicit-euler", "tamsi", "relaxed"}) {
    SCOPED_TRACE(stepper);
    const WalkResult walk = RunWalk({{"stepper", stepper}, {"dt", "5 ms"}});
    ExpectWalks(walk, FourFootsteps());
    EXPECT_EQ(walk.updates, 188) << "7.5 s, one every 40 ms";
  }
}

/// Torques are held for a shorter time, so tracking improves.
TEST(HumanoidWalk, ShorterControlPeriodsImproveFootholds) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const WalkResult often = RunWalk({{"control_period", "5 ms"}}), seldom = RunWalk({});
  ExpectWalks(often, FourFootsteps());
  EXPECT_EQ(often.updates, 1500);
  EXPECT_LT(often.foothold_error, 0.7 * seldom.foothold_error);
  EXPECT_LT(often.pressure_error, 0.7 * seldom.pressure_error);
}

TEST(HumanoidWalk, WorksWithTwoLevelsOfTasks) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  ExpectWalks(RunWalk({{"controller.two_levels", "true"}}), FourFootsteps());
}

/// The corners of the boxes are the contact points, so results hardly change.
TEST(HumanoidWalk, WorksWithBoxFeet) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const WalkResult boxes = RunWalk({{"robots.0.contacts", "[]"}, {"robots.0.collisions", "true"}});
  ExpectWalks(boxes, FourFootsteps());
  const WalkResult points = RunWalk({});
  for (int foot : {0, 1}) EXPECT_LT((boxes.soles[foot].p - points.soles[foot].p).norm(), 1e-3);
}

TEST(HumanoidWalk, WithstandsLateralDisturbances) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  for (const char* force : {"-10", "10"})     // N
    for (const char* at : {"2", "3", "4"}) {  // s: left, right, left swing
      SCOPED_TRACE(std::string(force) + " N at " + at + " s");
      const std::string disturbance =
          std::string("[{body = 'body', force = [0, ") + force + ", 0], at = " + at + ", over = '0.5 s'}]";
      ExpectWalks(RunWalk({{"pushes", disturbance}}), FourFootsteps());
    }
}

TEST(HumanoidWalk, WithstandsTenNewtonsAtAnyTimeFromAnySide) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  for (const char* force : {"[10, 0, 0]", "[-10, 0, 0]", "[0, 10, 0]", "[0, -10, 0]"})
    for (int k = 0; k < 12; ++k) {
      const std::string at = std::to_string(0.5 + 0.47 * k);  // s: different phases of the footstep
      SCOPED_TRACE(std::string(force) + " N at " + at + " s");
      const std::string disturbance =
          std::string("[{body = 'body', force = ") + force + ", at = " + at + ", over = 0.5}]";
      const WalkResult walk = RunWalk({{"pushes", disturbance}, {"dt", "20 ms"}});
      EXPECT_TRUE(walk.finished);
      EXPECT_GT(walk.lowest_base, 0.8);  // m
    }
}

TEST(HumanoidWalk, WorksWithTimeStepsOfOneControlPeriod) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  ExpectWalks(RunWalk({{"dt", "40 ms"}}), FourFootsteps());
}

TEST(HumanoidWalk, TakesFootstepsOfThirtyCentimetres) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const WalkResult walk = RunWalk({{"controller.step_length", "30 cm"}});
  EXPECT_TRUE(walk.finished);
  EXPECT_GT(walk.lowest_base, 0.75);                                // m
  for (const auto& sole : walk.soles) EXPECT_GT(sole.p.x(), 0.85);  // m: at 0.9 and 1.2
}

/// The plan assumes a level floor: feet land up to 0.25 s early, or drop by up to 1.8 cm in planned stance,
/// with joint speeds above their limits for an instant.
TEST(HumanoidWalk, StaysUprightOnSlopes) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  for (const char* downhill : {"0 deg", "90 deg", "180 deg", "270 deg"}) {
    SCOPED_TRACE(downhill);
    const WalkResult walk = RunWalk({{"ground.slope", "2 deg"}, {"ground.downhill", downhill}});
    ExpectStaysUpright(walk);
    ExpectFootsteps(walk, FourFootsteps(), 0.02, 0.3);
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
  ExpectWalks(walk, {s, 2 * s, 2 * s, 2 * s, 2 * s, 2 * s, 2 * s, s});
  EXPECT_NEAR(walk.soles[0].p.x(), walk.soles[1].p.x(), 2e-3);
  EXPECT_NEAR(walk.soles[0].p.x() - walk.steps[0].from.x(), 7 * s, 5e-3);
}

TEST(HumanoidWalk, WalksBackwards) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  ExpectWalks(RunWalk({{"controller.step_length", "-12 cm"}}), FourFootsteps(-kStepLength));
}

TEST(HumanoidWalk, StepsOnTheSpot) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const WalkResult walk = RunWalk({{"controller.step_length", "0"}});
  ExpectWalks(walk, FourFootsteps(0.0));
  EXPECT_GT(walk.highest_sole, 0.04) << "m; feet are lifted by 5 cm";
}

// The second recording stops between two updates, during a swing of the left foot.
TEST(HumanoidWalk, IsBitIdenticalOnRepetitionAndResumption) {
  const bool brief = SLIPSTICK_SANITIZED;
  const Scene scene = EditedScene("humanoid-walk", {{"duration", brief ? "0.2 s" : "3 s"}});
  const Recording straight = RecordRun(scene, 3.0), so_far = RecordRun(scene, brief ? 0.105 : 1.705);
  EXPECT_EQ(record::CompareRecordings(straight, RecordRun(scene, 3.0)), "");
  ASSERT_GT(Simulation(scene, run::RecordedResumePoint(so_far, "test")).steps_done(), 0);
  EXPECT_EQ(record::CompareRecordings(straight, ResumeRun(scene, so_far)), "");
}

}  // namespace
}  // namespace slipstick::control
