// The report of a controller that solves an optimisation problem, in the summary of a run.
#include <gmock/gmock.h>

#include "slipstick/control/schedules/disturbed_controller.h"
#include "slipstick/run/run_statistics.h"
#include "slipstick/scene/scene_library.h"
#include "slipstick/scene/scene_reader.h"
#include "support/sanitized.h"

namespace slipstick::run {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

constexpr char kFallingBall[] = R"(
duration = 0.05
dt = "1 ms"
[[bodies]]
shape = "sphere"
radius = 0.1
position = [0, 0, 1]
)";

/// Every third update is beyond its limits, the last one fails.
class Solves : public Controller {
 public:
  void Update(const State&, Actuation& actuation) override {
    actuation.tau.setZero();
    ++updates;
  }
  control::ControlReport report() const override {
    const char* failure = updates == 10 ? "failed" : updates % 3 == 0 ? "beyond limits" : "";
    return {true, failure, updates, updates == 4 ? 0.25 : 0.125};
  }
  int updates = 0;
};

RunSummary SummaryWith(std::shared_ptr<Controller> controller) {
  Scene scene = scene::BuildScene({"ball", kFallingBall, "", {}});
  scene.controls = std::move(controller);
  scene.control_period = 5e-3;
  Simulation simulation(scene);
  RunStatistics statistics(simulation);
  simulation.Observe([&](const StepView& step) { statistics.Add(step); });
  simulation.Run();
  return statistics.Summarise(simulation);
}

void ExpectTenUpdates(const RunSummary& summary) {
  EXPECT_EQ(summary.control_updates, 10) << "and not one per step, of which there are 50";
  EXPECT_EQ(summary.control_iterations, 5.5) << "mean of 1 to 10";
  EXPECT_EQ(summary.control_residual, 0.25) << "the largest";
  EXPECT_THAT(summary.control_failures, ElementsAre(Pair("beyond limits", 3), Pair("failed", 1)));
  EXPECT_GT(summary.control_time, 0.0);
  EXPECT_LE(summary.control_time, summary.wall_time);
}

TEST(ControlReport, IsSummedOverUpdates) { ExpectTenUpdates(SummaryWith(std::make_shared<Solves>())); }

TEST(ControlReport, IsForwardedByTheDisturbedController) {
  ExpectTenUpdates(SummaryWith(std::make_shared<control::DisturbedController>(
      std::make_shared<Solves>(), std::vector<control::Disturbance>{}, 5e-3)));
}

TEST(ControlReport, IsEmptyForControllersWithoutSolver) {
  for (const std::shared_ptr<Controller>& controller :
       {std::shared_ptr<Controller>(),
        std::shared_ptr<Controller>(std::make_shared<control::NoController>())}) {
    const RunSummary summary = SummaryWith(controller);
    EXPECT_EQ(summary.control_updates, 0);
    EXPECT_EQ(summary.control_iterations, 0.0);
    EXPECT_EQ(summary.control_residual, 0.0);
    EXPECT_EQ(summary.control_time, 0.0);
    EXPECT_THAT(summary.control_failures, IsEmpty());
  }
}

TEST(ControlReport, HasNoFailuresForTheWalkingHumanoid) {
  scene::SceneSource source = scene::FindScene("humanoid-walk");
  source.edits.push_back({"duration", SLIPSTICK_SANITIZED ? "0.2 s" : "2 s", "--set"});
  const Scene scene = scene::BuildScene(source);
  Simulation simulation(scene);
  RunStatistics statistics(simulation);
  simulation.Observe([&](const StepView& step) { statistics.Add(step); });
  simulation.Run();
  const RunSummary summary = statistics.Summarise(simulation);
  EXPECT_EQ(summary.control_updates, SLIPSTICK_SANITIZED ? 5 : 50) << "one every 40 ms";
  EXPECT_THAT(summary.control_failures, IsEmpty());
  EXPECT_LT(summary.control_residual, 1e-9);  // rounding times the condition of weights 1 to 1e-5
}

}  // namespace
}  // namespace slipstick::run
