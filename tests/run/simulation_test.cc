// Runs of scenes: exact control times, bit-identical resuming, failure as a value.
#include "slipstick/run/simulation.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "slipstick/core/error.h"
#include "slipstick/record/compare_recordings.h"
#include "slipstick/run/recorded_run.h"
#include "slipstick/run/run_statistics.h"
#include "slipstick/scene/scene_library.h"
#include "slipstick/scene/scene_reader.h"
#include "slipstick/steppers/registry.h"
#include "support/edited_scene.h"
#include "support/lowest_foot.h"
#include "support/numbers.h"
#include "support/recorded_runs.h"
#include "support/refusal.h"
#include "support/sanitized.h"
#include "support/solo.h"
#include "support/tolerances.h"

namespace slipstick::run {

using namespace support;
namespace {

using testing::HasSubstr;

constexpr char kBall[] = R"(
duration = 0.05
[[bodies]]
shape = "sphere"
radius = 0.1
position = [0, 0, 1]
)";
Scene Ball() { return scene::BuildScene({"ball", kBall, "", {}}); }

class ClockWatcher : public Controller {
 public:
  void Update(const State& state, Actuation&) override { times.push_back(state.t); }
  std::vector<double> times;
};

TEST(Simulation, UpdatesTheControllerAtExactTimesForAnyStep) {
  for (const double dt : {1e-4, 0.7e-3, 3e-3, 0.02}) {
    Scene scene = Ball();
    const auto watcher = std::make_shared<ClockWatcher>();
    scene.controls = watcher;
    scene.control_period = 3e-3;
    scene.dt = dt;
    Simulation simulation(scene);
    simulation.Run();
    ASSERT_EQ(watcher->times.size(), 17u);  // 0.05 s / 3 ms, the last one shortened
    for (int k = 0; k < 17; ++k) EXPECT_EQ(watcher->times[k], k * 3e-3);
    EXPECT_EQ(simulation.state().t, 0.05);
  }
}

TEST(Simulation, RunsEveryBuiltInSceneWithEveryStepper) {
  ASSERT_GE(scene::BuiltInScenes().size(), 6u);
  ASSERT_FALSE(steppers::Steppers().empty());
  for (const scene::SceneInfo& info : scene::BuiltInScenes()) {
    EXPECT_FALSE(info.description.empty()) << info.name;
    // explicit steppers are stable below 0.07 ms on the light feet of Solo
    Scene scene =
        EditedScene(info.name, {{"dt", "50 us"}, {"duration", SLIPSTICK_SANITIZED ? "0.5 ms" : "2 ms"}});
    for (const StepperEntry& entry : steppers::Steppers()) {
      if (SLIPSTICK_SANITIZED && entry.name.ends_with("-zeroth"))
        continue;  // the same algorithm, many more steps
      scene.stepper = entry.name;
      scene.options.clear();
      Simulation simulation(scene);
      simulation.Run();
      EXPECT_TRUE(simulation.done()) << info.name << " with " << entry.name;
      EXPECT_TRUE(simulation.state().q.allFinite());
    }
  }
}

// In the middle of a slip, between two control updates, and after a last step that was shortened.
TEST(Simulation, ResumesBitForBit) {
  const Scene slope = EditedScene("block-on-slope", {{"duration", "0.3 s"}});
  EXPECT_EQ(record::CompareRecordings(RecordRun(slope, 1.0), ResumeRun(slope, RecordRun(slope, 0.1))), "");

  const Scene trot = EditedScene("solo-trot", {{"duration", "0.3 s"}});
  EXPECT_EQ(record::CompareRecordings(RecordRun(trot, 1.0), ResumeRun(trot, RecordRun(trot, 0.2005))), "");

  const Scene shortened = EditedScene("solo-trot", {{"duration", "0.2003 s"}});
  EXPECT_EQ(record::CompareRecordings(RecordRun(trot, 1.0), ResumeRun(trot, RecordRun(shortened, 1.0))), "");
}

TEST(Simulation, StopsAfterTheStepThatFindsTheFlagRaised) {
  Simulation simulation(Ball());
  StopFlag stop{false};
  simulation.Observe([&](const StepView& step) { stop = step.number == 2; });
  EXPECT_THROW(simulation.Run(&stop), Stopped);
  EXPECT_EQ(simulation.steps_done(), 3);
  EXPECT_FALSE(simulation.failed());
  simulation.Run(&stop);  // the observer has lowered the flag again
  EXPECT_TRUE(simulation.done());
}

// The length of the step to try next is part of the state.
TEST(Simulation, ChoosesTheSameStepsAfterResuming) {
  int rejected = 0;
  for (const char* stepper : {"expo", "euler", "relaxed"}) {
    const Scene trot =
        EditedScene("solo-trot", {{"duration", "0.1 s"}, {"accuracy", "1e-3"}, {"stepper", stepper}});
    const Recording straight = RecordRun(trot, 1.0);
    EXPECT_EQ(record::CompareRecordings(straight, ResumeRun(trot, RecordRun(trot, 0.05))), "") << stepper;
    EXPECT_EQ(record::CompareRecordings(straight,
                                        RecordRun(scene::BuildScene(RecordedScene(straight, "test")), 1.0)),
              "");
    rejected += std::accumulate(straight.rejected.begin(), straight.rejected.end(), 0);
    EXPECT_GT(straight.checkpoint->state.next_step, 0.0);
  }
  EXPECT_GT(rejected, 0);
}

TEST(Simulation, UpdatesTheControllerAtExactTimesWithStepSizeControl) {
  Scene scene = Ball();
  const auto watcher = std::make_shared<ClockWatcher>();
  scene.controls = watcher;
  scene.control_period = scene.dt = 7e-3;
  scene.accuracy = 1e-5;
  scene.stepper = "implicit-euler";
  Simulation simulation(scene);
  RunStatistics statistics(simulation);
  simulation.Observe([&](const StepView& step) { statistics.Add(step); });
  simulation.Run();
  ASSERT_EQ(watcher->times.size(), 8u);
  for (int k = 0; k < 8; ++k) EXPECT_EQ(watcher->times[k], k * 7e-3);
  EXPECT_EQ(simulation.state().t, 0.05);
  const RunSummary summary = statistics.Summarise(simulation);
  EXPECT_EQ(summary.steps, 8);
  EXPECT_GT(summary.accepted, 16);
  EXPECT_LE(summary.longest, 7e-3);
  EXPECT_GT(summary.shortest, 0.0);
}

TEST(Simulation, ReplaysARecordingBitForBit) {
  const Recording recording = RecordRun(
      EditedScene("solo-jump", {{"duration", "0.06 s"}, {"stepper", "euler"}, {"dt", "50us"}}), 1.0);
  const Scene again = scene::BuildScene(RecordedScene(recording, "test"));
  EXPECT_EQ(record::CompareRecordings(recording, RecordRun(again, 1.0)), "");

  Recording changed = recording;
  changed.v[1000] = std::nextafter(changed.v[1000], 1.0);
  EXPECT_THAT(record::CompareRecordings(changed, RecordRun(again, 1.0)), HasSubstr("v of "));
}

TEST(Simulation, RefusesAResumePointOfAnotherPlan) {
  const Recording recording = RecordRun(EditedScene("block-on-slope", {{"duration", "0.1 s"}}), 1.0);
  const Scene other = EditedScene("block-on-slope", {{"dt", "0.7 ms"}});
  EXPECT_THROW(ResumeRun(other, recording), InputError);
}

TEST(RecordedRun, RefusesControllersOfOtherPrograms) {
  Scene scene = EditedScene("solo-squat", {{"duration", "0.01 s"}});
  CheckRecordedRun(RecordRun(scene, 1.0), scene, "run.npz");
  scene.controller = "mine";
  const Recording recording = RecordRun(scene, 1.0);
  const Scene again = scene::BuildScene(RecordedScene(recording, "run.npz"));
  EXPECT_THAT(Refusal([&] { CheckRecordedRun(recording, again, "run.npz"); }),
              HasSubstr("run.npz: the run had the controller 'mine'"));
}

class NotANumber : public Controller {
 public:
  void Update(const State& state, Actuation& actuation) override {
    actuation.tau.setConstant(state.t >= 0.01 ? std::numeric_limits<double>::quiet_NaN() : 0.0);
  }
};

TEST(Simulation, StopsAtNonFiniteTorquesAndKeepsTheState) {
  Scene scene = Ball();
  scene.controls = std::make_shared<NotANumber>();
  scene.control_period = 1e-3;
  Simulation simulation(scene);
  RunStatistics statistics(simulation);
  simulation.Observe([&](const StepView& step) { statistics.Add(step); });
  RunRecorder recorder(scene, simulation, "test");
  simulation.Run();
  EXPECT_TRUE(simulation.failed());
  EXPECT_FALSE(simulation.StepOnce());
  EXPECT_EQ(simulation.status(), StepStatus::kBadActuation);
  EXPECT_EQ(simulation.steps_done(), 10);
  EXPECT_TRUE(simulation.state().q.allFinite());
  EXPECT_EQ(statistics.Summarise(simulation).failures.at("actuation not finite"), 1);
  EXPECT_EQ(recorder.Finish().size(), 11);  // the failed step is recorded with its status
}

RunSummary SummaryOf(
    const Scene& scene, const Simulation::Observer& watch = [](const StepView&) {}) {
  Simulation simulation(scene);
  simulation.Observe(watch);
  RunStatistics statistics(simulation);
  simulation.Observe([&](const StepView& step) { statistics.Add(step); });
  simulation.Run();
  return statistics.Summarise(simulation);
}

// A block slides down 20 deg with mu = 0.3: a = g (sin - mu cos), path a t² / 2.
TEST(RunStatistics, MeasuresSlipAndBalancesEnergy) {
  const RunSummary s = SummaryOf(EditedScene("block-on-slope", {}));
  const double angle = 20.0 * M_PI / 180.0, a = 9.81 * (std::sin(angle) - 0.3 * std::cos(angle));
  EXPECT_NEAR(s.slip_distance, 0.5 * a, 0.002);  // the springs are loaded within a few ms
  EXPECT_NEAR(s.slip_speed, a, 0.005);
  EXPECT_EQ(s.max_contacts, 4);
  EXPECT_EQ(s.steps, 1000);
  EXPECT_EQ(s.simulated_time, 1.0);
  EXPECT_NEAR(s.energy_end - s.energy_start, s.contact_work + s.energy_error,
              kAccumulatedRounding);       // no other work
  EXPECT_NEAR(s.energy_error, 0.0, 1e-3);  // J, of 0.8 J lost
  EXPECT_EQ(s.base, "block");
  EXPECT_TRUE(s.failures.empty());
}

// Explicit Euler finds the ground contact deep below the surface, so that the spring releases energy that was
// never stored. The works still balance the motion, so the energy error is small.
TEST(RunStatistics, DetectsContactsThatCreateEnergy) {
  const RunSummary s = SummaryOf(EditedScene("bouncing-ball", {{"stepper", "euler"}, {"dt", "5 ms"}}));
  EXPECT_GT(s.energy_end, 2.0 * s.energy_start);
  EXPECT_GT(s.contact_energy_created, 0.5 * (s.energy_end - s.energy_start));
  EXPECT_LT(std::abs(s.energy_error), kAccumulatedRounding);
}

TEST(RunStatistics, FindsContactsPassiveInEveryBuiltInScene) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  ASSERT_FALSE(scene::BuiltInScenes().empty());
  for (const scene::SceneInfo& info : scene::BuiltInScenes()) {
    const RunSummary s = SummaryOf(EditedScene(info.name, {}));
    EXPECT_EQ(s.contact_energy_created, 0.0) << info.name;
    EXPECT_GT(s.max_contacts, 0) << info.name;
  }
}

// At the deepest point of a bounce the springs store nearly all energy of the ball.
TEST(RunStatistics, CountsElasticEnergyAsPassive) {
  for (const char* stepper : {"euler", "rk4", "implicit-euler"}) {
    int touching = 0;
    for (const char* duration : {"0.302 s", "0.304 s", "0.306 s", "0.308 s", "0.31 s"}) {
      const RunSummary s =
          SummaryOf(EditedScene("bouncing-ball", {{"stepper", stepper}, {"duration", duration}}));
      EXPECT_EQ(s.contact_energy_created, 0.0) << stepper << " for " << duration;
      touching += s.max_contacts > 0;
    }
    EXPECT_GE(touching, 3) << stepper << ": the ball lands at 0.303 s";
  }
}

// The built-in scenes behave as described.
TEST(Scenes, SoloTrotsForward) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const Scene scene = EditedScene("solo-trot", {});
  double lowest = 1.0;
  const RunSummary s =
      SummaryOf(scene, [&](const StepView& step) { lowest = Smaller(lowest, step.after.q(2)); });
  EXPECT_TRUE(s.finished);
  EXPECT_TRUE(s.failures.empty());
  EXPECT_GE((s.base_end - s.base_start).x() / s.simulated_time, 0.15);  // m/s
  EXPECT_GE(lowest, 0.2);                                               // it has not fallen
}

TEST(Scenes, SoloSquatsInPlace) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const Scene scene = EditedScene("solo-squat", {});
  Simulation simulation(scene);
  const Eigen::Vector3d start = simulation.state().q.head<3>();
  double lowest = 1.0, highest = 0.0;
  simulation.Observe([&](const StepView& step) {
    lowest = Smaller(lowest, step.after.q(2)), highest = Larger(highest, step.after.q(2));
  });
  simulation.Run();
  EXPECT_NEAR(highest - start.z(), 0.03, 3e-3);  // m, the amplitude; the penetration depth is 60 µm
  EXPECT_NEAR(lowest - start.z(), -0.03, 3e-3);
  EXPECT_LT((simulation.state().q.head<3>() - start).norm(), 2e-3);
}

TEST(Scenes, TheBouncingBallRebounds) {
  const Scene scene = EditedScene("bouncing-ball", {});
  Simulation simulation(scene);
  double down = 0.0, up = 0.0;
  simulation.Observe([&](const StepView& step) {
    if (up == 0.0) down = Larger(down, -step.after.v(2));
    if (step.report.contacts.empty() && step.after.v(2) > 0.0 && up == 0.0) up = step.after.v(2);
  });
  simulation.Run();
  EXPECT_NEAR(down, std::sqrt(2.0 * 9.81 * 0.45), 1e-2);  // fallen by 0.5 m less its radius
  EXPECT_NEAR(up / down, 0.7, 0.05);
}

TEST(Scenes, TheDroppedBoxesComeToRestOnAFace) {
  const Scene scene = EditedScene("box-drop", {});
  Simulation simulation(scene);
  simulation.Run();
  EXPECT_LT(LargestEntry(simulation.state().v), 1e-3);
  for (int box = 0; box < 3; ++box) {
    const double height = simulation.state().q(7 * box + 2);
    const double half_sizes[] = {0.05, 0.075, 0.1};
    EXPECT_TRUE(std::any_of(std::begin(half_sizes), std::end(half_sizes), [&](double half) {
      return std::abs(height - half) < 1e-4;  // penetration depth 50 µm
    })) << height;
  }
}

TEST(Scenes, SoloJumpsAndLands) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const Scene scene = EditedScene("solo-jump", {});
  Simulation simulation(scene);
  const control::LeggedRobot robot(scene.world->model(), kSoloFootFrames, scene.initial.q);
  Workspace<double> ws(scene.world->model());
  const double ground = LowestFoot(robot, simulation.state(), ws), start = simulation.state().q(2);
  double foot_lift = 0.0, base_lift = 0.0;
  int feet_down = 0;
  simulation.Observe([&](const StepView& step) {
    foot_lift = Larger(foot_lift, LowestFoot(robot, step.after, ws) - ground);
    base_lift = Larger(base_lift, step.after.q(2) - start);
    feet_down = static_cast<int>(
        std::count_if(step.report.contacts.begin(), step.report.contacts.end(),
                      [](const ContactReport& contact) { return contact.mode != ContactMode::kOpen; }));
  });
  simulation.Run();
  EXPECT_TRUE(simulation.done());
  EXPECT_GE(foot_lift, 0.15);
  EXPECT_GE(base_lift, 0.15);
  EXPECT_EQ(feet_down, 4);
  EXPECT_NEAR(simulation.state().q(2), start, 0.01);
  EXPECT_LT(LargestEntry(simulation.state().v), 0.05);  // m/s, rad/s: hardly moves any more
}

}  // namespace
}  // namespace slipstick::run
