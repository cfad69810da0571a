// The slipstick program: reads the command line and calls what does the work.
#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

#include "compare.h"
#include "fit_terrain.h"
#include "inspect.h"
#include "list.h"
#include "plot.h"
#include "reproduce.h"
#include "run.h"
#include "slipstick/core/error.h"
#include "slipstick/core/suggest.h"

namespace {

using slipstick::UrdfOptions;

constexpr int kSuccess = 0, kFailure = 1, kBadInput = 2;
constexpr int kMostThreads = 4096;
constexpr int kMostRepeats = 1000;  // of timings: a few minutes per row, beyond which nothing gets better

#if defined(__x86_64__) && defined(__AVX2__)
/// A CPU that is too old would stop with "illegal instruction". This runs before main and before the
/// constants of other files are computed, which may use such instructions already; so it calls nothing but
/// the system.
[[gnu::constructor(101)]] void CheckCpu() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return;
  constexpr char kMessage[] =
      "slipstick: this build needs a CPU with AVX2 and FMA; rebuild with cmake -DSLIPSTICK_ARCH=generic.\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kMessage, sizeof kMessage - 1);
  _exit(kBadInput);
}
#endif

bool WantsColour() {
  const char* no_colour = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) && !(no_colour && *no_colour);
}

/// An option that takes one of a few words, each standing for a value.
template <class Value>
void AddChoice(CLI::App& command, const std::string& name, Value& value,
               const std::map<std::string, Value>& choices, const std::string& help) {
  std::string words;
  for (const auto& choice : choices) words += (words.empty() ? "" : "|") + choice.first;
  const auto check = [choices](const std::string& word) -> std::string {
    if (choices.contains(word)) return "";
    std::vector<std::string> known;
    for (const auto& choice : choices) known.push_back(choice.first);
    return fmt::format("there is no '{}'; {}", word, slipstick::Suggest(word, known));
  };
  const auto set = [&value, choices](const std::string& word) { value = choices.at(word); };
  command.add_option_function<std::string>(name, set, help)
      ->check(CLI::Validator(check, "", ""))
      ->type_name(words);
}

/// An option that takes a whole number from 1 on.
void AddCount(CLI::App& command, const std::string& name, int& value, int most, const std::string& help) {
  const auto check = [most](const std::string& text) -> std::string {
    int count = 0;
    if (CLI::detail::lexical_cast(text, count) && count >= 1 && count <= most) return "";
    return fmt::format("'{}' is not a whole number from 1 to {}", text, most);
  };
  command.add_option(name, value, help)->check(CLI::Validator(check, "", ""))->type_name("N");
}

void AddInspect(CLI::App& app, slipstick::cli::InspectOptions& options) {
  using Base = UrdfOptions::Base;
  using Mimic = UrdfOptions::Mimic;
  CLI::App& inspect =
      *app.add_subcommand("inspect", "Show what a robot file holds and what was ignored in it");
  inspect.add_option("FILE", options.file, "URDF file")->required()->type_name("");
  inspect.add_flag("--json", options.json, "Everything, for programs");
  AddChoice<Base>(
      inspect, "--base", options.urdf.base,
      {{"auto", Base::kAuto},
       {"fixed", Base::kFixed},
       {"floating", Base::kFloating},
       {"planar", Base::kPlanar}},
      "The root link; auto fixes it if it is named world or has no mass; planar: it moves in x and z and "
      "turns about y");
  AddChoice<Mimic>(inspect, "--mimic", options.urdf.mimic,
                   {{"refuse", Mimic::kRefuse}, {"independent", Mimic::kIndependent}},
                   "Joints that follow others: refuse the file, or move each on its own");
  inspect
      .add_option("--package-path", options.urdf.package_paths, "Where package:// folders are; repeatable")
      ->type_name("DIR")
      ->allow_extra_args(false);
}

void AddRun(CLI::App& app, slipstick::cli::RunOptions& options) {
  CLI::App& run = *app.add_subcommand("run", "Simulate a scene and sum up what happened");
  run.add_option("SCENE", options.scene, "Name of a built-in scene (slipstick list scenes), or a .toml file")
      ->type_name("");
  run.add_option("--stepper", options.stepper, "Time stepper (slipstick list steppers)")->type_name("NAME");
  run.add_option("--dt", options.dt, "Longest step, such as 2ms, 40us or 0.001")->type_name("TIME");
  run.add_option("--accuracy", options.accuracy,
                 "Choose steps within --dt by their error, such as 1e-3 (m, rad, m/s, rad/s)")
      ->type_name("ERROR");
  run.add_option("--duration", options.duration, "How long to simulate, such as 3s")->type_name("TIME");
  run.add_option("--set", options.set, "Change the scene, such as ground.slope='10 deg'; repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  run.add_option("--record", options.record, "Keep every step in a .npz or .csv file")->type_name("FILE");
  run.add_option("--every", options.every, "With --record: a row every so often instead of every step")
      ->type_name("TIME");
  run.add_flag("--json", options.json, "The summary for programs");
  run.add_option("--resume", options.resume, "Go on where a recorded run stopped; with a longer --duration")
      ->type_name("FILE.npz");
  run.add_option("--replay", options.replay, "Run again as recorded and compare every bit")
      ->type_name("FILE.npz");
}

void AddMeasuring(CLI::App& command, slipstick::cli::MeasuringOptions& options) {
  const auto refuse_empty = [](const std::string& folder) -> std::string {
    return folder.empty() ? "'' is no folder; name one, or leave --out out" : "";
  };
  command.add_option("--out", options.out, "Folder for a page with pictures, and for results to be reused")
      ->type_name("FOLDER")
      ->check(CLI::Validator(refuse_empty, "", ""));
  command.add_flag("--json", options.json, "The tables for programs");
  AddCount(command, "--threads", options.threads, kMostThreads, "How many at a time; default: one per core");
  command.add_flag("--fresh", options.fresh, "Measure again what an earlier run left in the folder");
}

CLI::App& AddComparing(CLI::App& app, const char* name, const char* help,
                       slipstick::cli::CompareOptions& options) {
  CLI::App& command = *app.add_subcommand(name, help);
  command
      .add_option("SCENE", options.scene, "Name of a built-in scene (slipstick list scenes), or a .toml file")
      ->required()
      ->type_name("");
  command
      .add_option("--steppers", options.steppers,
                  "Methods: NAME[:KEY=VALUE,KEY=VALUE],NAME...; default: all steppers; repeatable")
      ->type_name("LIST")
      ->allow_extra_args(false);
  command
      .add_option("--dt", options.dts,
                  "Steps, such as 2ms,1ms; default: the control period, or the window, and parts of it")
      ->type_name("TIMES")
      ->allow_extra_args(false);
  command.add_option("--duration", options.duration, "How long to simulate, such as 3s")->type_name("TIME");
  command
      .add_option("--set", options.set,
                  "Change the scene, such as control_period=40ms or options.expo.order=1; repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command
      .add_option("--window", options.window,
                  "Over which errors build up, without a controller; default 10ms")
      ->type_name("TIME");
  command.add_option("--self-dt", options.self_dt, "Steps of the self-convergence runs; default 1/64 ms")
      ->type_name("TIME");
  command.add_option("--reference", options.reference, "Method that all are measured against; default rk4")
      ->type_name("METHOD");
  command.add_option("--reference-dt", options.reference_dt, "Its steps; default 1/256 ms")
      ->type_name("TIME");
  AddCount(command, "--repeats", options.repeats, kMostRepeats,
           fmt::format("Of timings; the least counts; default {}", options.repeats));
  AddMeasuring(command, options.measuring);
  return command;
}

void AddSweep(CLI::App& app, slipstick::cli::CompareOptions& options) {
  CLI::App& sweep =
      AddComparing(app, "sweep", "Compare time steppers while something about the scene varies", options);
  sweep.add_option("--vary", options.vary, slipstick::cli::VaryHelp())->required()->type_name("KEY=VALUES");
  sweep.add_option("--damping-ratio", options.damping_ratio, "With --vary stiffness: damping follows it")
      ->type_name("RATIO");
}

void AddReproduce(CLI::App& app, slipstick::cli::ReproduceOptions& options) {
  CLI::App& reproduce = *app.add_subcommand("reproduce", "Do experiments of the papers again");
  reproduce
      .add_option("WHAT", options.what,
                  "Names of experiments, such as expo/fig-2, or families, such as expo; or list")
      ->type_name("");
  options.measuring.out = "out/reproduce";
  AddMeasuring(reproduce, options.measuring);
}

struct ListOptions {
  std::string what, stepper;
};

void AddList(CLI::App& app, ListOptions& options) {
  CLI::App& list = *app.add_subcommand("list", "Show what there is: " + slipstick::cli::ListTopics());
  list.add_option("WHAT", options.what, slipstick::cli::ListTopics())->required()->type_name("");
  list.add_option("STEPPER", options.stepper, "With options: of this stepper only")->type_name("");
}

void AddPlot(CLI::App& app, slipstick::cli::PlotOptions& options) {
  CLI::App& plot = *app.add_subcommand("plot", "Draw a recording as an SVG picture");
  plot.add_option("FILE", options.file, "Recording (.npz)")->required()->type_name("");
  plot.add_option("--out", options.out, "Picture (.svg) or folder; default: beside the recording")
      ->type_name("FILE");
  AddChoice(plot, "--what", options.what, slipstick::plot::PlotNames(),
            "What to draw; all is forces, positions and energy in one picture, film is figures");
  plot.add_option("--from", options.from, "First instant of a film; default: the beginning")
      ->type_name("TIME");
  plot.add_option("--to", options.to, "Last instant of a film; default: the end")->type_name("TIME");
}

void AddFitTerrain(CLI::App& app, slipstick::cli::FitTerrainOptions& options) {
  CLI::App& fit = *app.add_subcommand("fit-terrain", "Fit what sand can hold to measurements with a plate");
  fit.add_option("DATA", options.data, "Measurements (.csv, docs/wrench-spaces.md)")->type_name("");
  fit.add_option("--output", options.output, "Terrain (.toml); default: beside the measurements")
      ->type_name("FILE");
  fit.add_option("--description", options.description, "One line about the terrain, for people")
      ->type_name("TEXT");
  const auto check = [](const std::string& text) -> std::string {
    double ridge = 0.0;
    if (CLI::detail::lexical_cast(text, ridge) && ridge > 0.0 && ridge <= 1.0) return "";
    return fmt::format("'{}' is not a number above 0 and up to 1", text);
  };
  fit.add_option("--ridge", options.ridge, "Makes smoother what data say little about; default 1e-3")
      ->check(CLI::Validator(check, "", ""))
      ->type_name("SHARE");
  fit.add_option("--synthetic", options.synthetic, "Write measurements that theory makes up, instead")
      ->type_name("FILE");
}

std::vector<std::string> CommandNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

/// The parser would complain about an unexpected argument; this says what was meant.
void CheckCommandName(const CLI::App& app, int argc, char** argv) {
  if (argc < 2) throw slipstick::InputError("no command given; see 'slipstick --help'.");
  const std::string first = argv[1];
  const std::vector<std::string> known = CommandNames(app);
  if (first.starts_with('-') || std::find(known.begin(), known.end(), first) != known.end()) return;
  throw slipstick::InputError(fmt::format("there is no command '{}'; {} See 'slipstick --help'.", first,
                                          slipstick::Suggest(first, known)));
}

/// What to say about a command line that does not parse.
std::string UsageMessage(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* command = app.get_subcommands().empty() ? &app : app.get_subcommands().front();
  std::string text = error.what();
  if (const std::vector<std::string> extras = app.remaining(true); !extras.empty()) {
    std::vector<std::string> options;
    for (const CLI::Option* option : command->get_options())
      if (!option->get_lnames().empty()) options.push_back("--" + option->get_lnames().front());
    text = extras[0].starts_with('-')
               ? fmt::format("there is no option '{}'; {}", extras[0], slipstick::Suggest(extras[0], options))
               : fmt::format("'{}' is one argument too many.", extras[0]);
  }
  return fmt::format("{} See 'slipstick{} --help'.",
                     text.ends_with('.') || text.ends_with('?') ? text : text + ".",
                     command == &app ? "" : " " + command->get_name());
}

void Print(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw std::runtime_error(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

int Run(int argc, char** argv) {
  CLI::App app("Slipstick simulates articulated robots in hard frictional contact.", "slipstick");
  app.set_version_flag("--version", "slipstick " SLIPSTICK_VERSION);
  app.require_subcommand(1);
  slipstick::cli::InspectOptions inspect;
  slipstick::cli::RunOptions run;
  ListOptions list;
  AddRun(app, run);
  AddList(app, list);
  AddInspect(app, inspect);
  slipstick::cli::PlotOptions plot;
  AddPlot(app, plot);
  slipstick::cli::CompareOptions compare, sweep;
  AddComparing(app, "compare", "Measure accuracy, speed and stability of time steppers on a scene", compare);
  AddSweep(app, sweep);
  slipstick::cli::ReproduceOptions reproduce;
  AddReproduce(app, reproduce);
  slipstick::cli::FitTerrainOptions fit_terrain;
  AddFitTerrain(app, fit_terrain);
  CheckCommandName(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    throw slipstick::InputError(UsageMessage(app, error));
  }
  run.program = compare.measuring.program = sweep.measuring.program = reproduce.measuring.program =
      "slipstick " SLIPSTICK_VERSION;
  if (app.got_subcommand("run")) return slipstick::cli::Run(run);
  if (app.got_subcommand("compare")) return slipstick::cli::Compare(compare);
  if (app.got_subcommand("sweep")) return slipstick::cli::Sweep(sweep);
  if (app.got_subcommand("reproduce")) return slipstick::cli::Reproduce(reproduce);
  if (app.got_subcommand("list")) {
    Print(slipstick::cli::List(list.what, list.stepper));
    return kSuccess;
  }
  if (app.got_subcommand("plot")) {
    Print(slipstick::cli::Plot(plot));
    return kSuccess;
  }
  if (app.got_subcommand("fit-terrain")) {
    Print(slipstick::cli::FitTerrain(fit_terrain));
    return kSuccess;
  }
  inspect.colour = WantsColour();
  Print(slipstick::cli::Inspect(inspect));
  return kSuccess;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(argc, argv);
  } catch (const slipstick::InputError& error) {
    fmt::print(stderr, "slipstick: {}\n", error.what());
    return kBadInput;
  } catch (const std::exception& error) {
    fmt::print(stderr, "slipstick: {}\n", error.what());
    return kFailure;
  }
}
