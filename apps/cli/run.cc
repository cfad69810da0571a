#include "run.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exit_codes.h"
#include "interrupt.h"
#include "print.h"
#include "progress.h"
#include "run_json.h"
#include "run_report.h"
#include "slipstick/core/duration_text.h"
#include "slipstick/core/error.h"
#include "slipstick/record/compare_recordings.h"
#include "slipstick/record/recording_file.h"
#include "slipstick/run/recorded_run.h"
#include "slipstick/run/run_statistics.h"
#include "slipstick/scene/scene_library.h"
#include "slipstick/scene/scene_reader.h"
#include "slipstick/toml/scene_edit.h"
#include "slipstick/toml/units.h"
#include "table.h"
#include "version.h"

namespace slipstick::cli {
namespace {

/// Below the finest accuracy rounding dominates: the advice is then the usual accuracy, not a finer one.
constexpr double kFinestAccuracy = 1e-9, kUsualAccuracy = 1e-3;

struct RunOptions {
  std::string scene;  ///< name or file
  std::optional<std::string> stepper, dt, accuracy, duration;
  std::vector<std::string> set;               ///< key=value
  std::optional<std::string> record;          ///< file
  std::optional<std::string> every;           ///< time between the rows of the recording
  std::optional<std::string> resume, replay;  ///< recordings
  bool json = false;
};

std::vector<SceneEdit> EditsOf(const RunOptions& options) {
  std::vector<SceneEdit> edits;
  for (const std::string& text : options.set) edits.push_back(toml::ParseEdit(text));
  const auto add = [&](const char* key, const std::optional<std::string>& value) {
    if (value) edits.push_back({key, *value, fmt::format("--{} {}", key, *value)});
  };
  add("stepper", options.stepper);
  add("dt", options.dt);
  add("accuracy", options.accuracy);
  add("duration", options.duration);
  return edits;
}

/// A resumed or replayed run keeps the settings of the recording; only --duration may change.
void CheckUnchanged(const RunOptions& options) {
  const bool resume = options.resume.has_value(), replay = options.replay.has_value();
  if (options.every && !options.record)
    throw InputError("--every is the time between recorded rows; give --record, too.");
  if (!resume && !replay) {
    if (options.scene.empty())
      throw InputError("no scene given; 'slipstick list scenes' shows the built-in ones.");
    return;
  }
  if (replay && options.record) throw InputError("--replay does not record; leave out --record.");
  const char* verb = resume ? "--resume" : "--replay";
  if (resume && replay) throw InputError("--resume and --replay exclude each other.");
  if (!options.scene.empty())
    throw InputError(
        fmt::format("{} takes its scene from the recording; leave out '{}'.", verb, options.scene));
  if (options.stepper || options.dt || options.accuracy || options.every || !options.set.empty() ||
      (replay && options.duration))
    throw InputError(fmt::format("{} keeps the settings of the recording{}; start a new run to change them.",
                                 verb, resume ? " except --duration" : ""));
  if (replay && options.json) throw InputError("--replay prints one line of text; leave out --json.");
}

Scene BuildWithNotes(const scene::SceneSource& source) {
  Scene scene = scene::BuildScene(source);
  for (const std::string& note : scene.notes) fmt::print(stderr, "slipstick: note: {}\n", note);
  return scene;
}

/// Without spaces, so that it needs no quotes on a command line.
std::string Squeezed(std::string text) {
  std::erase(text, ' ');
  return text;
}

/// Advice after a failed step.
std::string Advice(const Scene& scene, const Simulation& simulation, bool is_resumed) {
  if (simulation.status() == StepStatus::kBadActuation)
    return "The controller commanded a non-finite number.";
  if (simulation.status() == StepStatus::kSingularMass)
    return "Check the robot's inertias with 'slipstick inspect'.";
  const std::string remedy =
      scene.accuracy > 0.0
          ? fmt::format("another accuracy (--accuracy {:g})",
                        scene.accuracy < kFinestAccuracy ? kUsualAccuracy : 0.1 * scene.accuracy)
          : fmt::format("a smaller step (--dt {})", Squeezed(DurationText(0.1 * simulation.plan().step())));
  return fmt::format("Try {}{} or another stepper (slipstick list steppers).",
                     is_resumed ? "a new run with " : "", remedy);
}

void ShowFailure(const Scene& scene, const Simulation& simulation, bool is_resumed) {
  fmt::print(stderr, "slipstick: the simulation failed at t = {:g} s, in step {}: {}. {}\n",
             simulation.state().t, simulation.steps_done() + 1, contact::Name(simulation.status()),
             Advice(scene, simulation, is_resumed));
}

/// To the end of the run, to `steps` steps, or to Ctrl-C: the run ends after a complete step.
void StepToEnd(Simulation& simulation, int64_t steps = std::numeric_limits<int64_t>::max()) {
  StopOnInterrupt();
  Progress progress;
  while (!Interrupted() && simulation.steps_done() < steps && simulation.StepOnce())
    progress.Update(simulation.state().t, simulation.plan().duration());
}

/// Returns the error if the recording cannot be written. It is thrown only after the summary of the run has
/// been printed, so that a full disk does not lose it; the summary names the recording only if it was
/// written.
std::exception_ptr TryWrite(const std::string& file, run::RunRecorder& recorder) {
  try {
    record::WriteRecording(file, recorder.Finish());
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}

/// A run with a larger fraction of steps that did not converge counts as failed.
constexpr double kToleratedMisses = 0.01;

bool HasMissedTooOften(const RunSummary& summary) {
  const auto missed = summary.failures.find(contact::Name(StepStatus::kNotConverged));
  return missed != summary.failures.end() &&
         static_cast<double>(missed->second) > kToleratedMisses * static_cast<double>(summary.steps);
}

void ShowMisses(const Scene& scene, const Simulation& simulation, bool is_resumed) {
  fmt::print(stderr,
             "slipstick: more than {:g} % of the steps did not converge; do not trust the result. {}\n",
             100.0 * kToleratedMisses, Advice(scene, simulation, is_resumed));
}

/// Runs the simulation to its end, writes the recording if there is a recorder, and prints the summary.
int Finish(const RunOptions& options, const Scene& scene, Simulation& simulation,
           run::RunRecorder* recorder) {
  run::RunStatistics statistics(simulation);
  simulation.Observe([&](const StepView& step) { statistics.Add(step); });
  StepToEnd(simulation);
  const std::exception_ptr write_error = recorder ? TryWrite(*options.record, *recorder) : nullptr;
  const bool is_recorded = recorder && !write_error;
  const RunReport report{scene, simulation.plan(), statistics.Summarise(simulation),
                         contact::Name(simulation.status()), is_recorded ? *options.record : ""};
  Print(options.json ? RunReportAsJson(report) : RunReportAsText(report));
  const bool is_resumed = options.resume.has_value(), missed = HasMissedTooOften(report.summary);
  if (simulation.failed()) ShowFailure(scene, simulation, is_resumed);
  if (!simulation.failed() && missed) ShowMisses(scene, simulation, is_resumed);
  if (write_error) std::rethrow_exception(write_error);
  if (Interrupted()) {
    const std::string remedy =
        is_recorded ? fmt::format("; continue with 'slipstick run --resume {}'", *options.record) : "";
    fmt::print(stderr, "slipstick: interrupted at t = {:g} s{}.\n", simulation.state().t, remedy);
    return kInterrupted;
  }
  return simulation.failed() || missed ? kFailure : kSuccess;
}

int RunNew(const RunOptions& options) {
  scene::SceneSource source = scene::FindScene(options.scene);
  source.edits = EditsOf(options);
  const Scene scene = BuildWithNotes(source);
  Simulation simulation(scene);
  std::unique_ptr<run::RunRecorder> recorder;
  const double every = options.every ? toml::ParseTime(*options.every, "--every") : 0.0;
  if (options.record) recorder = std::make_unique<run::RunRecorder>(scene, simulation, kProgram, every);
  return Finish(options, scene, simulation, recorder.get());
}

int Resume(const RunOptions& options) {
  const std::string& file = *options.resume;
  Recording recording = record::ReadRecording(file);
  scene::SceneSource source = run::RecordedScene(recording, file);
  source.edits = EditsOf(options);
  const Scene scene = BuildWithNotes(source);
  run::CheckRecordedRun(recording, scene, file);
  const run::ResumePoint point = run::RecordedResumePoint(recording, file);
  if (point.state.t >= scene.duration)
    throw InputError(fmt::format(
        "{}: the run is complete at t = {:g} s; give a longer --duration to continue.", file, point.state.t));
  Simulation simulation(scene, point);
  std::unique_ptr<run::RunRecorder> recorder;
  if (options.record)
    recorder = std::make_unique<run::RunRecorder>(scene, simulation, kProgram, std::move(recording));
  return Finish(options, scene, simulation, recorder.get());
}

int Replay(const RunOptions& options) {
  const std::string& file = *options.replay;
  const Recording recording = record::ReadRecording(file);
  const Scene scene = scene::BuildScene(run::RecordedScene(recording, file));
  run::CheckRecordedRun(recording, scene, file);
  Simulation simulation(scene);
  run::RunRecorder recorder(scene, simulation, kProgram, run::RecordedEvery(recording));
  StepToEnd(simulation, run::RecordedSteps(recording));
  if (Interrupted()) return kInterrupted;
  const std::string difference = record::CompareRecordings(recording, recorder.Finish());
  if (difference.empty()) {
    Print(fmt::format("{}: bit-identical, {} of {}.\n", file, Count(simulation.steps_done(), "step", "steps"),
                      scene.name));
    return kSuccess;
  }
  fmt::print(stderr, "slipstick: the replay differs from {} (the first is the recording): {}\n", file,
             difference);
  return kFailure;
}

int Run(const RunOptions& options) {
  CheckUnchanged(options);
  if (options.record) record::CheckRecordingPath(*options.record);
  if (options.replay) return Replay(options);
  return options.resume ? Resume(options) : RunNew(options);
}

}  // namespace

Command AddRun(CLI::App& app) {
  const auto options = std::make_shared<RunOptions>();
  CLI::App& run = *app.add_subcommand("run", "Simulate a scene and print a summary");
  run.add_option("SCENE", options->scene, "Name of a built-in scene (slipstick list scenes), or a .toml file")
      ->type_name("");
  run.add_option("--stepper", options->stepper, "Time stepper (slipstick list steppers)")->type_name("NAME");
  run.add_option("--dt", options->dt, "Longest time step, such as 2ms, 40us or 0.001")->type_name("TIME");
  run.add_option("--accuracy", options->accuracy,
                 "Step-size control: error allowed per step, such as 1e-3 (m, rad, m/s, rad/s); --dt becomes "
                 "the output interval")
      ->type_name("ERROR");
  run.add_option("--duration", options->duration, "Simulated time, such as 3s")->type_name("TIME");
  run.add_option("--set", options->set,
                 "Change a key of the scene, such as ground.slope='10 deg'; repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  run.add_option("--record", options->record, "Write every step to a .npz or .csv file")->type_name("FILE");
  run.add_option("--every", options->every, "With --record: time between rows; default: a row for every step")
      ->type_name("TIME");
  run.add_flag("--json", options->json, "Print the summary as JSON");
  run.add_option("--resume", options->resume, "Continue a recorded run; with a longer --duration")
      ->type_name("FILE.npz");
  run.add_option("--replay", options->replay, "Repeat a recorded run and compare every bit")
      ->type_name("FILE.npz");
  return {&run, [options] { return Run(*options); }};
}

}  // namespace slipstick::cli
