#include "run.h"

#include <fmt/core.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <limits>
#include <memory>

#include "progress.h"
#include "slipstick/core/error.h"
#include "slipstick/record/compare_recordings.h"
#include "slipstick/record/recording_file.h"
#include "slipstick/scene/scene_library.h"
#include "slipstick/scene/scene_reader.h"
#include "slipstick/toml/units.h"

namespace slipstick::cli {
namespace {

/// Finer ones cannot be met for rounding; a usual one is better advice than one that is finer still.
constexpr double kFinestAccuracy = 1e-9, kUsualAccuracy = 1e-3;
constexpr int kSuccess = 0, kFailure = 1, kInterrupted = 130;  // the last as shells have it

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

/// A run that goes on, or is done again, is the one that was recorded.
void CheckUnchanged(const RunOptions& options) {
  const bool resume = options.resume.has_value(), replay = options.replay.has_value();
  if (options.every && !options.record)
    throw InputError("--every says how often to record; give --record, too.");
  if (!resume && !replay) {
    if (options.scene.empty())
      throw InputError("no scene given; 'slipstick list scenes' shows those that come along.");
    return;
  }
  if (replay && options.record)
    throw InputError("--replay compares with a recording and makes none; leave out --record.");
  const char* verb = resume ? "--resume" : "--replay";
  if (resume && replay) throw InputError("--resume and --replay exclude each other.");
  if (!options.scene.empty())
    throw InputError(
        fmt::format("{} takes its scene from the recording; leave out '{}'.", verb, options.scene));
  if (options.stepper || options.dt || options.accuracy || options.every || !options.set.empty() ||
      (replay && options.duration))
    throw InputError(fmt::format("{} keeps the settings of the recording{}; for others start a new run.",
                                 verb, resume ? " except --duration" : ""));
  if (replay && options.json) throw InputError("--replay answers in one line; leave out --json.");
}

Scene BuildWithNotes(const scene::SceneSource& source) {
  Scene scene = scene::BuildScene(source);
  for (const std::string& note : scene.notes) fmt::print(stderr, "slipstick: note: {}\n", note);
  return scene;
}

/// As it may stand on a command line without quotes.
std::string Squeezed(std::string text) {
  std::erase(text, ' ');
  return text;
}

/// What to do about a step that could not be done.
std::string Advice(const Scene& scene, const Simulation& simulation, bool is_resumed) {
  if (simulation.status() == StepStatus::kBadActuation)
    return "The controller commanded a number that is not finite.";
  if (simulation.status() == StepStatus::kSingularMass)
    return "Look at the robot's inertias with 'slipstick inspect'.";
  const std::string remedy =
      scene.accuracy > 0.0
          ? fmt::format("another accuracy (--accuracy {:g})",
                        scene.accuracy < kFinestAccuracy ? kUsualAccuracy : 0.1 * scene.accuracy)
          : fmt::format("a smaller step (--dt {})", Squeezed(TimeText(0.1 * simulation.plan().step())));
  return fmt::format("Try {}{} or another stepper (slipstick list steppers).",
                     is_resumed ? "a new run with " : "", remedy);
}

void ShowFailure(const Scene& scene, const Simulation& simulation, bool is_resumed) {
  fmt::print(stderr, "slipstick: the simulation failed at t = {:g} s, in step {}: {}. {}\n",
             simulation.state().t, simulation.steps_done() + 1, contact::Name(simulation.status()),
             Advice(scene, simulation, is_resumed));
}

volatile std::sig_atomic_t interrupted = 0;

/// The first Ctrl-C ends the run after its step, so that what was computed can be kept; a second one ends the
/// program.
void OnInterrupt(int signal) {
  interrupted = 1;
  std::signal(signal, SIG_DFL);
}

void Drive(Simulation& simulation, int64_t steps = std::numeric_limits<int64_t>::max()) {
  std::signal(SIGINT, OnInterrupt);
  Progress progress;
  while (!interrupted && simulation.steps_done() < steps && simulation.StepOnce())
    progress.Update(simulation.state().t, simulation.plan().duration());
}

void Print(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw std::runtime_error("cannot write to standard output.");
}

/// The error of a recording that cannot be written, to be thrown when the run is reported: hours of it are
/// not to be lost to a full disk, and the report names the recording only if it is there.
std::exception_ptr TryWrite(const std::string& file, run::RunRecorder& recorder) {
  try {
    record::WriteRecording(file, recorder.Finish());
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}

/// Newton's method may miss a step now and then; a run in which it misses more than this share has failed.
constexpr double kToleratedMisses = 0.01;

bool HasMissedTooOften(const RunSummary& summary) {
  const auto missed = summary.failures.find(contact::Name(StepStatus::kNotConverged));
  return missed != summary.failures.end() &&
         static_cast<double>(missed->second) > kToleratedMisses * static_cast<double>(summary.steps);
}

void ShowMisses(const Scene& scene, const Simulation& simulation, bool is_resumed) {
  fmt::print(
      stderr,
      "slipstick: more than {:g} % of the steps did not converge; the result is not to be trusted. {}\n",
      100.0 * kToleratedMisses, Advice(scene, simulation, is_resumed));
}

/// Drives the simulation to its end, with statistics and perhaps a recorder watching, and reports.
int Finish(const RunOptions& options, const Scene& scene, Simulation& simulation,
           run::RunRecorder* recorder) {
  run::RunStatistics statistics(simulation);
  simulation.Observe([&](const StepView& step) { statistics.Add(step); });
  Drive(simulation);
  const std::exception_ptr write_error = recorder ? TryWrite(*options.record, *recorder) : nullptr;
  const bool is_recorded = recorder && !write_error;
  const RunReport report{scene, simulation.plan(), statistics.Summarise(simulation),
                         contact::Name(simulation.status()), is_recorded ? *options.record : ""};
  Print(options.json ? RunReportAsJson(report) : RunReportAsText(report));
  const bool is_resumed = options.resume.has_value(), missed = HasMissedTooOften(report.summary);
  if (simulation.failed()) ShowFailure(scene, simulation, is_resumed);
  if (!simulation.failed() && missed) ShowMisses(scene, simulation, is_resumed);
  if (write_error) std::rethrow_exception(write_error);
  if (interrupted) {
    const std::string remedy =
        is_recorded ? fmt::format("; go on with 'slipstick run --resume {}'", *options.record) : "";
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
  if (options.record)
    recorder = std::make_unique<run::RunRecorder>(scene, simulation, options.program, every);
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
    throw InputError(fmt::format("{}: the run is complete at t = {:g} s; give a longer --duration to go on.",
                                 file, point.state.t));
  Simulation simulation(scene, point);
  std::unique_ptr<run::RunRecorder> recorder;
  if (options.record)
    recorder = std::make_unique<run::RunRecorder>(scene, simulation, options.program, std::move(recording));
  return Finish(options, scene, simulation, recorder.get());
}

int Replay(const RunOptions& options) {
  const std::string& file = *options.replay;
  const Recording recording = record::ReadRecording(file);
  const Scene scene = scene::BuildScene(run::RecordedScene(recording, file));
  run::CheckRecordedRun(recording, scene, file);
  Simulation simulation(scene);
  run::RunRecorder recorder(scene, simulation, options.program, run::RecordedEvery(recording));
  Drive(simulation, run::RecordedSteps(recording));
  if (interrupted) return kInterrupted;
  const std::string difference = record::CompareRecordings(recording, recorder.Finish());
  if (difference.empty()) {
    Print(
        fmt::format("{}: the same bits again, {} steps of {}.\n", file, simulation.steps_done(), scene.name));
    return kSuccess;
  }
  fmt::print(stderr, "slipstick: the replay differs from {} (the first is the recording): {}\n", file,
             difference);
  return kFailure;
}

}  // namespace

int Run(const RunOptions& options) {
  CheckUnchanged(options);
  if (options.record) record::CheckRecordingPath(*options.record);
  if (options.replay) return Replay(options);
  return options.resume ? Resume(options) : RunNew(options);
}

}  // namespace slipstick::cli
