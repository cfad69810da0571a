// Runs without resets: stability and deviation; observers do not change a run.
#include "slipstick/measure/closed_loop.h"

#include <gtest/gtest.h>

#include "slipstick/run/simulation.h"
#include "slipstick/scene/scene_library.h"
#include "support/sample_scenes.h"

namespace slipstick::measure {

using namespace support;
namespace {

MeasuredScene ShortTrot() {
  scene::SceneSource source = scene::FindScene("solo-trot");
  source.edits.push_back({"duration", "0.2", "test"});
  return PrepareScene(source);
}

TEST(ClosedLoop, UnstableRunIsAResult) {
  const RunQuality run = MeasureClosedLoop(BuildFor(ShortTrot(), {"euler"}, 2e-3), ReferenceRun{});
  EXPECT_FALSE(run.stable);
  EXPECT_FALSE(run.small_deviation);
  EXPECT_GT(run.failure_time, 0.0);
  EXPECT_LT(run.failure_time, 0.2);
  EXPECT_TRUE(std::isnan(run.deviation));
  EXPECT_TRUE(std::isnan(run.penetration_depth));
}

TEST(ClosedLoop, StabilityAndDeviationAreIndependent) {
  const auto scene = Prepared(kHeldBlock);
  ReferenceRun reference = RunReference(BuildFor(*scene, {"rk4"}, 1e-4));
  for (State& state : reference.states) state.q(0) += 0.06;
  const RunQuality run = MeasureClosedLoop(BuildFor(*scene, {"implicit-euler"}, 5e-3), reference);
  EXPECT_TRUE(run.stable);
  EXPECT_FALSE(run.small_deviation);
  EXPECT_NEAR(run.deviation, 0.06, 1e-3);
}

TEST(ClosedLoop, HalfOfTheLongestStableStepIsStable) {
  const auto scene = Prepared(kHeldBlock);
  const ReferenceRun reference = RunReference(BuildFor(*scene, {"rk4"}, 1e-4));
  const StableStep implicit = FindStableStep(*scene, {"implicit-euler"}, 1e-4, reference);
  EXPECT_EQ(implicit.stable, scene->window);
  EXPECT_EQ(implicit.small_deviation, scene->window);
  const StableStep euler = FindStableStep(*scene, {"euler"}, 1e-4, reference);
  EXPECT_LT(euler.small_deviation, scene->window);
  EXPECT_GT(euler.small_deviation, 1e-4);
}

TEST(ClosedLoop, ObserversDoNotChangeTheRun) {
  const MeasuredScene scene = ShortTrot();
  const ReferenceRun reference = RunReference(BuildFor(scene, {"implicit-euler"}, 1e-3));
  Simulation simulation(BuildFor(scene, {"implicit-euler"}, 1e-3));
  simulation.Run();
  EXPECT_EQ(simulation.state().q, reference.states.back().q);
  EXPECT_EQ(simulation.state().v, reference.states.back().v);
  // The deviation of a run from itself is exactly 0.
  EXPECT_EQ(MeasureClosedLoop(BuildFor(scene, {"implicit-euler"}, 1e-3), reference).deviation, 0.0);
}

}  // namespace
}  // namespace slipstick::measure
