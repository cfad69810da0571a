// Times one update of the task-space controller along a motion: a walking humanoid, a squatting quadruped.
// See benchmarks/README.md.
#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "slipstick/control/followers/foot_points.h"
#include "slipstick/control/followers/task_space_controller.h"
#include "slipstick/run/simulation.h"
#include "slipstick/scene/scene_library.h"
#include "slipstick/scene/scene_reader.h"
#include "speed/machine.h"
#include "speed/program.h"
#include "speed/timing.h"

namespace slipstick::speed {
namespace {

using States = std::vector<slipstick::State>;

constexpr double kPeriod = 5e-3;  // s, between updates

struct Motion {
  std::string robot, scene;
  double from = 0.0, to = 1e9;  ///< time span used, s
};

/// The walk without standing at its beginning and end.
const std::vector<Motion>& Motions() {
  static const std::vector<Motion> motions{{"humanoid", "humanoid-walk", 1.0, 5.8},
                                           {"solo12", "solo-squat-tsid"}};
  return motions;
}

Scene MakeScene(const Motion& motion) {
  scene::SceneSource source = scene::FindScene(motion.scene);
  for (const char* key : {"control_period", "dt"})
    source.edits.push_back({key, fmt::format("{} s", kPeriod), "bench"});
  return scene::BuildScene(source);
}

const control::TaskSpaceController& ControllerOf(const Scene& scene) {
  return dynamic_cast<const control::TaskSpaceController&>(*scene.controls);
}

/// The states of a run at its updates, by the number of stance feet, in time order, so that warm starts are
/// as good as in a run.
std::map<int, States> StatesByFeet(const Motion& motion, const Scene& scene) {
  std::map<int, States> states;
  Simulation simulation(scene);
  simulation.Observe([&](const StepView& step) {
    if (step.before.t < motion.from || step.before.t > motion.to) return;
    const auto& contacts = ControllerOf(scene).tasks().contacts;
    const auto feet = std::count_if(contacts.begin(), contacts.end(),
                                    [](const control::TaskContact& c) { return c.active; });
    states[static_cast<int>(feet)].push_back(step.before);
  });
  simulation.Run();
  if (!simulation.done()) throw std::runtime_error(fmt::format("{} did not get to its end", motion.scene));
  return states;
}

/// The controller of the scene with other options.
std::unique_ptr<control::TaskSpaceController> MakeController(const Scene& scene, bool two_levels, bool warm) {
  control::TaskTrackingOptions options = ControllerOf(scene).options();
  options.two_levels = two_levels, options.solver.warm_start = warm;
  const control::LeggedRobot& robot = ControllerOf(scene).robot();
  const std::shared_ptr<const control::MotionPlan> plan(std::shared_ptr<void>(),
                                                        &ControllerOf(scene).plan());  // the scene's
  return std::make_unique<control::TaskSpaceController>(
      robot, plan, control::FindFootPoints(*scene.world, robot), options);
}

struct Row {
  std::string robot;
  int feet, levels;
  bool warm;
  int updates = 0;
  int variables = 0, equations = 0, bounds = 0;  ///< of the last program
  int failures = 0;                              ///< infeasible updates
  double iterations = 0.0;                       ///< per update
  Timing timing = {};
};

/// The last program of an update, that of the last level.
void CountProgram(const control::TaskSpaceController& controller, const slipstick::State& state, Row& row) {
  const control::TaskSpaceOptions options;
  control::TaskTerms terms(*controller.robot().model, controller.robot().base);
  control::TaskProgram program(terms, options);
  terms.Evaluate(state.q, state.v, controller.tasks());
  const Eigen::VectorXd x = Eigen::VectorXd::Zero(terms.num_variables());
  const solvers::QpProblem& qp =
      program.Make({.first_level = row.levels == 2 ? &x : nullptr}, controller.tasks(), state.q, state.v);
  row.variables = qp.variables(), row.equations = qp.equalities(), row.bounds = qp.inequalities();
}

/// All updates once, for statistics.
void Judge(control::TaskSpaceController& controller, const States& states, Row& row) {
  Actuation actuation(*controller.robot().model);
  for (const slipstick::State& state : states) {
    controller.Update(state, actuation);
    row.failures += !controller.report().solved();
    row.iterations += controller.report().iterations / static_cast<double>(states.size());
  }
  row.updates = static_cast<int>(states.size());
  CountProgram(controller, states.back(), row);
}

std::vector<Row> Measure(const Motion& motion, int batches) {
  const Scene scene = MakeScene(motion);
  const std::map<int, States> all = StatesByFeet(motion, scene);
  std::vector<Row> rows;
  std::vector<std::unique_ptr<control::TaskSpaceController>> controllers;
  std::vector<Call> calls;
  Actuation actuation(scene.world->model());
  for (const auto& [feet, states] : all)
    for (const int levels : {1, 2})
      for (const bool warm : {false, true}) {
        control::TaskSpaceController& controller =
            *controllers.emplace_back(MakeController(scene, levels == 2, warm));
        Judge(controller, states, rows.emplace_back(Row{motion.robot, feet, levels, warm}));
        calls.push_back(MakeCall("", rows.back().updates, [&controller, &actuation, &list = states](int k) {
          controller.Update(list[k], actuation);
        }));
      }
  const std::vector<Timing> timings = TimeInterleaved(calls, batches);
  for (size_t i = 0; i < rows.size(); ++i) rows[i].timing = timings[i];
  return rows;
}

std::string AsTable(const std::vector<Row>& rows, int batches) {
  const Machine machine = ThisMachine();
  std::string text = fmt::format("µs per update of task-space control, median of {} batches.\n{}, {}, {}\n\n",
                                 batches, machine.cpu, machine.compiler, machine.flags);
  text += fmt::format("{:10} {:>5} {:>7} {:>6} {:>8} {:>10} {:>10} {:>7} {:>11} {:>9} {:>10} {:>8}\n",
                      "robot", "feet", "levels", "start", "updates", "variables", "equations", "bounds",
                      "iterations", "failures", "µs/update", "least");
  for (const Row& row : rows)
    text += fmt::format("{:10} {:5} {:7} {:>6} {:8} {:10} {:10} {:7} {:11.1f} {:9} {:10.1f} {:8.1f}\n",
                        row.robot, row.feet, row.levels, row.warm ? "warm" : "cold", row.updates,
                        row.variables, row.equations, row.bounds, row.iterations, row.failures,
                        row.timing.Median(), row.timing.Min());
  return text;
}

Json AsJson(const std::vector<Row>& rows, int batches) {
  Json json = JsonHead("task_space", batches);
  for (const Row& row : rows)
    json["rows"].push_back({{"robot", row.robot},
                            {"feet", row.feet},
                            {"levels", row.levels},
                            {"warm", row.warm},
                            {"updates", row.updates},
                            {"variables", row.variables},
                            {"equations", row.equations},
                            {"bounds", row.bounds},
                            {"iterations", row.iterations},
                            {"failures", row.failures},
                            {"median_us", row.timing.Median()},
                            {"min_us", row.timing.Min()}});
  return json;
}

void Run(const Options& options) {
  std::vector<Row> rows;
  for (const Motion& motion : Motions())
    for (Row& row : Measure(motion, options.batches)) rows.push_back(std::move(row));
  PrintResult(options, AsJson(rows, options.batches), AsTable(rows, options.batches));
}

}  // namespace
}  // namespace slipstick::speed

int main(int argc, char** argv) {
  using namespace slipstick::speed;
  return RunProgram("bench_task_space", "Times an update of the task-space controller.", 20, argc, argv, Run);
}
