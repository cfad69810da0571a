// Pan and Hauser 2020 (nmdp), section VI: robots that walk and jump with long steps.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "experiments/nmdp/gait_series.h"
#include "slipstick/scene/scene_library.h"
#include "support/tolerances.h"

namespace slipstick::nmdp_experiments {

using namespace support;
namespace {

constexpr double kTiltDegree = std::numbers::pi / 180.0;

GaitRun RunGait(const char* name, const char* stepper, double dt) {
  scene::SceneSource source = scene::FindScene(name);
  source.edits.push_back({"dt", std::to_string(dt), "dt"});
  return MeasureGait(measure::PrepareScene(source), {stepper}, dt);
}

// "NE-MDP is only stable when dt <= 7 ms", here 11 ms; "NE-NMDP is stable when dt increases from 5 ms to 50
// ms".
TEST(NmdpGaits, JumpsAreStableAtFiftyMillisecondsWhereTheBaselineFails) {
  EXPECT_TRUE(RunGait("robosimian-jump", "mdp", 0.005).finished);
  EXPECT_FALSE(RunGait("robosimian-jump", "mdp", 0.05).finished);
  for (const char* stepper : {"nmdp", "nmdp-pbd"})
    for (const double dt : {0.01, 0.05}) {
      const GaitRun run = RunGait("robosimian-jump", stepper, dt);
      EXPECT_TRUE(run.finished) << stepper << " " << dt;
      EXPECT_EQ(run.unsolved_steps, 0) << stepper << " " << dt;
      EXPECT_LT(run.largest_tilt, 0.1 * kTiltDegree)
          << stepper << " " << dt;  // a symmetric jump: only rounding errors grow
    }
}

// "The groundtruth walking distance is a linear function of time", here once it walks.
TEST(NmdpGaits, WalkingSpeedIsConstantAtFiftyMilliseconds) {
  const GaitRun run = RunGait("robosimian-walk", "nmdp", 0.05);
  ASSERT_TRUE(run.finished);
  const size_t n = run.t.size();
  const double middle = run.distance[n / 2], end = run.distance[n - 1], quarter = run.distance[n / 4];
  EXPECT_GT(end, 3.0);
  EXPECT_NEAR((end - middle) / (middle - quarter), 2.0, 0.3);  // the speed varies within a stride of 0.4 m
}

/// A run with constant height.
GaitRun Level(double height) {
  GaitRun run;
  run.finished = true;
  run.ended_at = 1.0;
  run.t = {0.0, 0.5, 1.0};
  run.height = {height, height, height};
  return run;
}

TEST(NmdpGaits, MeanDeviationIsTheSampleStandardDeviation) {
  GaitSeries runs{"levels", {"nmdp"}, {0.005, 0.01, 0.015}, {Level(1.0), Level(2.0), Level(3.0)}};
  EXPECT_NEAR(MeanDeviation(runs, {0, 1, 2}, &GaitRun::height), 1.0, kRounding);
  EXPECT_EQ(MeanDeviation(runs, {1, 1}, &GaitRun::height), 0.0);
  runs.runs[2].height[2] = 5.0;  // rises by 2 m in the second half; samples every 50 ms
  EXPECT_NEAR(MeanDeviation(runs, {1, 2}, &GaitRun::height), std::sqrt(0.5) * 1.55, kAccumulatedRounding);
}

TEST(NmdpGaits, FinishedTextListsFinishedSteps) {
  GaitSeries runs{"levels", {"nmdp"}, {0.001, 0.002, 0.003, 0.004}, {Level(1), Level(1), Level(1), Level(1)}};
  EXPECT_EQ(FinishedText(runs), "all 4");
  runs.runs[2].finished = false;
  EXPECT_EQ(FinishedText(runs), "1-2, 4 ms");
  EXPECT_EQ(runs.CountStable(), 2u);
}

}  // namespace
}  // namespace slipstick::nmdp_experiments
