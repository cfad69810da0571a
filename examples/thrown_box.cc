// Throws a box on the ground, records every step and every contact, and resumes a run from a file.
//
//   build/thrown_box                          writes out/thrown_box.npz
//   build/slipstick plot out/thrown_box.npz
#include <fmt/core.h>

#include <filesystem>

#include "slipstick/slipstick.h"

namespace {

using namespace slipstick;

constexpr double kStep = 1e-4;  // s
constexpr int kSteps = 5000;

World BoxAboveGround() {
  const Eigen::Vector3d size(0.2, 0.2, 0.1);
  ModelBuilder builder("thrown_box");
  const int box = builder.Add("box", Inertia::Box(1.0, size), Floating("free").At(Pose::At(0.0, 0.0, 0.06)));
  builder.AddCollision("box", box, {}, BoxGeometry{size});
  WorldBuilder world(builder.Build());
  world.AddCollisions();
  world.AddGround();
  return world.Build();
}

/// Advances until the recording has this many steps in total.
void Advance(const World& world, int steps, State& state, Recorder& recorder) {
  const auto stepper = MakeStepper("euler", world);
  const Actuation actuation(world.model());
  while (recorder.recording().size() < steps) {
    const State before = state;
    const StepReport& report = stepper->Step(actuation, kStep, state);
    recorder.Observe(before, actuation, kStep, report);
    if (!Advanced(report.status)) throw std::runtime_error(Name(report.status));
  }
  recorder.Finish(state, actuation);
}

int Run(const std::string& path) {
  if (const auto folder = std::filesystem::path(path).parent_path(); !folder.empty())
    std::filesystem::create_directories(folder);
  CheckRecordingPath(path);  // fails before the simulation, not after it
  const World world = BoxAboveGround();
  std::vector<std::string> shapes;
  for (int i = 0; i < world.geometry().num_shapes(); ++i) shapes.push_back(world.shape_name(i));

  State state = world.InitialState();
  state.v(0) = 1.0;  // m/s
  Recorder recorder(world.model(), shapes);
  recorder.recording().settings = ToJson({"thrown_box", "thrown box", "", "euler", {}, "", "", kStep, 0.0});
  Advance(world, kSteps, state, recorder);
  WriteRecording(path, recorder.recording());
  fmt::print("{}: {} steps, {} contacts\n", path, recorder.recording().size(),
             recorder.recording().contacts.size());

  // Half of the run, written to a file, read back and resumed, gives the same recording.
  const std::string half_path = path.substr(0, path.size() - 4) + "_half.npz";
  Recorder half(world.model(), shapes);
  state = world.InitialState();
  state.v(0) = 1.0;
  Advance(world, kSteps / 2, state, half);
  WriteRecording(half_path, half.recording());

  Recording read = ReadRecording(half_path);
  state = read.checkpoint->state;
  Recorder rest = Recorder::Continue(world.model(), std::move(read));
  Advance(world, kSteps, state, rest);
  const std::string difference = CompareRecordings(recorder.recording(), rest.recording());
  fmt::print("resumed run: {}\n", difference.empty() ? "bit-identical" : difference);
  return difference.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(argc > 1 ? argv[1] : "out/thrown_box.npz");
  } catch (const std::exception& error) {
    fmt::print(stderr, "thrown_box: {}\n", error.what());
    return 2;
  }
}
