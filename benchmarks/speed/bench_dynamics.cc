// Times the dynamics of a robot, here and in MuJoCo. See benchmarks/README.md.
#include <fmt/core.h>

#include <iterator>

#include "speed/dynamics_calls.h"
#include "speed/dynamics_report.h"
#include "speed/mujoco_calls.h"
#include "speed/program.h"

namespace slipstick::speed {
namespace {

RobotResult Measure(const Robot& robot, int batches) {
  RobotBench ours(robot);
  MujocoBench mujoco(ours.model(), ours.states());
  std::vector<Call> calls = ours.Calls();
  for (Call& call : mujoco.Calls()) calls.push_back(std::move(call));
  return {robot.name, ours.model().nv(), static_cast<int>(robot.contact_frames.size()),
          mujoco.LargestDisagreement(), TimeInterleaved(calls, batches)};
}

/// An empty name: all robots.
void Run(const Options& options, const std::string& name) {
  DynamicsResult result{MujocoVersion(), options.batches, {}};
  for (const Robot& robot : Robots())
    if (name.empty() || name == robot.name) result.robots.push_back(Measure(robot, options.batches));
  PrintResult(options, AsJson(result), AsTable(result));
}

}  // namespace
}  // namespace slipstick::speed

int main(int argc, char** argv) {
  using namespace slipstick::speed;
  Options options{.batches = 200};
  std::string robot;
  std::vector<std::string> names;
  for (const Robot& known : Robots()) names.push_back(known.name);
  return RunProgram({"bench_dynamics",
                     "Times the dynamics of three robots against MuJoCo.",
                     options,
                     {{"--robot", "Only this one", &robot, names}}},
                    argc, argv, [&] { Run(options, robot); });
}
