// Claims of Pan and Hauser 2020 (nmdp) at reduced size, with steps of 5 to 50 ms. Gaits over ten seconds:
// nmdp_gait_test.cc.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/nmdp/gait_run.h"
#include "slipstick/measure/measured_scene.h"
#include "slipstick/run/simulation.h"
#include "slipstick/scene/scene_library.h"
#include "slipstick/scene/scene_reader.h"
#include "support/numbers.h"
#include "support/sanitized.h"

namespace slipstick::nmdp_experiments {
namespace {

GaitRun RunShortGait(const char* name, const char* stepper, double dt, const char* duration) {
  scene::SceneSource source = scene::FindScene(name);
  source.edits.push_back({"dt", std::to_string(dt), "dt"});
  source.edits.push_back({"duration", duration, "duration"});
  return MeasureGait(measure::PrepareScene(source), {stepper}, dt);
}

// Fig. 3 and 4: stable with all steps, and the torso stays level in a symmetric jump.
TEST(NmdpPaper, RobosimianJumpsWithEveryStep) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  for (const char* stepper : {"nmdp", "nmdp-pbd"})
    for (const double dt : {0.005, 0.01, 0.02, 0.03, 0.04, 0.05}) {
      const GaitRun run = RunShortGait("robosimian-jump", stepper, dt, "3s");
      EXPECT_TRUE(run.finished) << stepper << " " << dt;
      EXPECT_EQ(run.unsolved_steps, 0) << stepper << " " << dt;
      // tilt is caused by rounding errors, which grow with the number of landings and steps
      const double degrees = run.largest_tilt * 180.0 / std::numbers::pi;
      if (dt >= 0.01) {
        EXPECT_LT(degrees, 0.1) << stepper << " " << dt;
      }
      const double rise = *std::max_element(run.height.begin(), run.height.end()) - run.height.front();
      EXPECT_GT(rise, 0.25) << stepper << " " << dt;  // legs alone reach 0.2 m
      EXPECT_LT(rise, 0.8) << stepper << " " << dt;
    }
}

// Fig. 5 and Table I: distances hardly depend on the step.
TEST(NmdpPaper, RobosimianWalksAsFarWithLongerSteps) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  for (const char* stepper : {"nmdp", "nmdp-pbd"}) {
    double least = HUGE_VAL, most = 0.0;
    for (const double dt : {0.03, 0.04, 0.05}) {
      const GaitRun run = RunShortGait("robosimian-walk", stepper, dt, "5s");
      ASSERT_TRUE(run.finished) << stepper << " " << dt;
      least = support::Smaller(least, run.distance.back());
      most = support::Larger(most, run.distance.back());
    }
    EXPECT_GT(least, 1.8) << stepper;
    EXPECT_LT(most, 1.05 * least) << stepper;
  }
}

// Fig. 6: without derivatives of corners the method is about ten times slower.
TEST(NmdpPaper, FirstOrderNeedsSeveralTimesFewerIterations) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  for (const auto& [first, zeroth] : {std::pair{"nmdp", "nmdp-zeroth"}, {"nmdp-pbd", "nmdp-pbd-zeroth"}}) {
    const GaitRun with = RunShortGait("robosimian-jump", first, 0.05, "1.5s");
    const GaitRun without = RunShortGait("robosimian-jump", zeroth, 0.05, "1.5s");
    EXPECT_TRUE(with.finished && without.finished) << first;
    EXPECT_GT(without.iterations, 8.0 * with.iterations) << first;
    EXPECT_GT(without.split_steps, with.split_steps) << first;
  }
}

// ---- beyond the paper: another robot, with the torques of its controller -----------------------------

struct SoloRun {
  double rise, along, end_height;  ///< of the base, m
};
SoloRun RunSolo(const char* name, const char* stepper) {
  scene::SceneSource source = scene::FindScene(name);
  source.edits.push_back({"stepper", stepper, "stepper"});
  const Scene scene = scene::BuildScene(source);
  Simulation simulation(scene);
  const Eigen::Vector3d start = simulation.state().q.head<3>();
  double highest = start.z();
  simulation.Observe([&](const StepView& step) { highest = support::Larger(highest, step.after.q(2)); });
  simulation.Run();
  EXPECT_TRUE(simulation.done() && !simulation.failed()) << name << " " << stepper;
  const State& end = simulation.state();
  return {highest - start.z(), end.q(0) - start.x(), end.q(2)};
}

/// The penetration depth of resting feet is up to 1 mm at this stiffness, and jumps lose height because
/// landing and take-off happen at ends of steps.
void ExpectSoloAsWithExpo(const char* name, double height_tolerance) {
  const SoloRun expo = RunSolo(name, "expo"), pbd = RunSolo(name, "nmdp-pbd");
  EXPECT_NEAR(pbd.rise, expo.rise, height_tolerance) << name;
  EXPECT_NEAR(pbd.along, expo.along, 0.02) << name;
  EXPECT_NEAR(pbd.end_height, expo.end_height, 2e-3) << name;
}

TEST(NmdpPaper, SoloSquatsAsDeepAsWithExpo) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  ExpectSoloAsWithExpo("solo-squat", 1.5e-3);
}

TEST(NmdpPaper, SoloJumpsAsHighAsWithExpo) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  ExpectSoloAsWithExpo("solo-jump", 0.02);
}

TEST(NmdpPaper, SoloTrotsAsFarAsWithExpo) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  ExpectSoloAsWithExpo("solo-trot", 1.5e-3);
}

}  // namespace
}  // namespace slipstick::nmdp_experiments
