// How long the dynamics of a robot take, here and in MuJoCo, measured side by side. See benchmarks/README.md.
#include <fmt/core.h>

#include <iterator>

#include "speed/dynamics_calls.h"
#include "speed/dynamics_report.h"
#include "speed/mujoco_calls.h"
#include "speed/program.h"

namespace slipstick::speed {
namespace {

struct Options {
  bool json = false;
  int batches = 200;
  std::string robot;  // empty: all
};

RobotResult Measure(const Robot& robot, int batches) {
  RobotBench ours(robot);
  MujocoBench mujoco(ours.model(), ours.states());
  std::vector<Call> calls = ours.Calls();
  for (Call& call : mujoco.Calls()) calls.push_back(std::move(call));
  return {robot.name, ours.model().nv, static_cast<int>(robot.contact_frames.size()),
          mujoco.LargestDisagreement(), TimeInterleaved(calls, batches)};
}

void Run(const Options& options) {
  DynamicsResult result{MujocoVersion(), options.batches, {}};
  for (const Robot& robot : Robots())
    if (options.robot.empty() || options.robot == robot.name)
      result.robots.push_back(Measure(robot, options.batches));
  fmt::print("{}", options.json ? AsJson(result) : AsTable(result));
}

}  // namespace
}  // namespace slipstick::speed

int main(int argc, char** argv) {
  using namespace slipstick::speed;
  CLI::App app("Times the dynamics of three robots against MuJoCo.", "bench_dynamics");
  Options options;
  std::vector<std::string> names;
  for (const Robot& robot : Robots()) names.push_back(robot.name);
  app.add_flag("--json", options.json, "All medians and minima, for programs");
  app.add_option("--batches", options.batches, "Batches per call")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  app.add_option("--robot", options.robot, "Only this one")->check(CLI::IsMember(names));
  return RunProgram(app, argc, argv, [&] { Run(options); });
}
