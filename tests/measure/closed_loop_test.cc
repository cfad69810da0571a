// Runs without resets: what is stable, and that watching a run does not change it.
#include "slipstick/measure/closed_loop.h"

#include <gmock/gmock.h>

#include "slipstick/run/simulation.h"
#include "support/sample_scenes.h"

namespace slipstick::measure {

using namespace support;
namespace {

MeasuredScene ShortTrot() {
  scene::SceneSource source = scene::FindScene("solo-trot");
  source.edits.push_back({"duration", "0.2", "test"});
  return PrepareScene(source);
}

TEST(ClosedLoop, AnExplosionIsAResult) {
  const RunQuality run = MeasureClosedLoop(BuildFor(ShortTrot(), {"euler"}, 2e-3), ReferenceRun{});
  EXPECT_FALSE(run.stable);
  EXPECT_FALSE(run.small_deviation);
  EXPECT_GT(run.failure_time, 0.0);
  EXPECT_LT(run.failure_time, 0.2);
  EXPECT_TRUE(std::isnan(run.deviation));
  EXPECT_TRUE(std::isnan(run.penetration_depth));
}

TEST(ClosedLoop, StableAndTrackingAreTwoQuestions) {
  const auto scene = Prepared(kHeldBlock);
  ReferenceRun reference = RunReference(BuildFor(*scene, {"rk4"}, 1e-4));
  for (State& state : reference.states) state.q(0) += 0.06;
  const RunQuality run = MeasureClosedLoop(BuildFor(*scene, {"implicit-euler"}, 5e-3), reference);
  EXPECT_TRUE(run.stable);
  EXPECT_FALSE(run.small_deviation);
  EXPECT_NEAR(run.deviation, 0.06, 1e-3);
}

TEST(ClosedLoop, TheLongestStableStepLasts) {
  const auto scene = Prepared(kHeldBlock);
  const ReferenceRun reference = RunReference(BuildFor(*scene, {"rk4"}, 1e-4));
  const StableStep implicit = FindStableStep(*scene, {"implicit-euler"}, 1e-4, reference);
  EXPECT_EQ(implicit.stable, scene->window);
  EXPECT_EQ(implicit.small_deviation, scene->window);
  const StableStep euler = FindStableStep(*scene, {"euler"}, 1e-4, reference);
  EXPECT_LT(euler.small_deviation, scene->window);
  EXPECT_GT(euler.small_deviation, 1e-4);
}

TEST(ClosedLoop, WatchingDoesNotDisturb) {
  const MeasuredScene scene = ShortTrot();
  const ReferenceRun watched = RunReference(BuildFor(scene, {"implicit-euler"}, 1e-3));
  Simulation simulation(BuildFor(scene, {"implicit-euler"}, 1e-3));
  simulation.Run();
  EXPECT_EQ(simulation.state().q, watched.states.back().q);
  EXPECT_EQ(simulation.state().v, watched.states.back().v);
  // A run against itself deviates by not a bit.
  EXPECT_EQ(MeasureClosedLoop(BuildFor(scene, {"implicit-euler"}, 1e-3), watched).deviation, 0.0);
}

}  // namespace
}  // namespace slipstick::measure
