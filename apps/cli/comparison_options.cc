#include "comparison_options.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "interrupt.h"
#include "option_kinds.h"
#include "slipstick/core/error.h"
#include "slipstick/core/quote.h"
#include "slipstick/core/text_list.h"
#include "slipstick/scene/scene_library.h"
#include "slipstick/steppers/registry.h"
#include "slipstick/toml/scene_edit.h"
#include "slipstick/toml/units.h"

namespace slipstick::cli {
namespace {

constexpr int kMaxRepeats = 1000;  // of timings: a few minutes per row; more repeats do not help

double PositiveTime(const std::string& text, const std::string& where) {
  const double time = toml::ParseTime(text, where);
  if (time > 0.0) return time;
  throw InputError(fmt::format("{} is '{}'; it must be > 0.", where, text));
}

void SetTime(const std::optional<std::string>& text, const char* where, double& time) {
  if (text) time = PositiveTime(*text, where);
}

/// Keys of a scene that measurements take from an option instead.
struct OwnOption {
  const char *key, *option;
};
constexpr OwnOption kOwnOptions[] = {{"dt", "--dt"}, {"stepper", "--steppers"}};

/// A change of the scene on the command line.
struct KeyAndValue {
  const char* option;  ///< --set or --vary
  std::string key, value;

  std::string text() const { return fmt::format("{} {}={}", option, key, value); }
};

void RefuseIgnoredKey(const KeyAndValue& given) {
  if (given.key == "accuracy")
    throw InputError(given.text() +
                     ": measurements take steps of --dt, without step-size control; leave it out.");
  for (const OwnOption& own : kOwnOptions)
    if (given.key == own.key)
      throw InputError(fmt::format("{}: measurements do not use {} of the scene; give {} {} instead.",
                                   given.text(), own.key, own.option, given.value));
}

bool HasOption(const std::string& stepper, const std::string& option) {
  for (const FieldInfo& info : steppers::FindStepper(stepper).options)
    if (info.name == option) return true;
  return false;
}

/// An option without the name of a stepper would apply to the stepper of the scene only.
void RefuseOptionWithoutStepper(const KeyAndValue& given, const std::vector<measure::Method>& methods) {
  constexpr std::string_view kTable = "options.";
  if (given.key == "options")
    throw InputError(fmt::format("{}: change options one by one, such as {} options.expo.order=1.",
                                 given.text(), given.option));
  if (!given.key.starts_with(kTable)) return;
  const std::string option = given.key.substr(kTable.size());
  if (option.find('.') != std::string::npos) return;
  for (const StepperEntry& entry : steppers::Steppers())
    if (option == entry.name) return;  // a whole table
  std::string owner = "NAME";
  for (const measure::Method& method : methods)
    if (HasOption(method.stepper, option)) owner = method.stepper;
  throw InputError(fmt::format("{}: the name of the stepper is missing; write {} options.{}.{}={}.",
                               given.text(), given.option, owner, option, given.value));
}

scene::SceneSource SourceOf(const ComparisonOptions& options, const std::vector<measure::Method>& methods) {
  scene::SceneSource source = scene::FindScene(options.scene);
  for (const std::string& text : options.set) {
    source.edits.push_back(toml::ParseEdit(text));
    const KeyAndValue given{"--set", source.edits.back().key, source.edits.back().value};
    RefuseIgnoredKey(given);
    RefuseOptionWithoutStepper(given, methods);
  }
  if (options.duration)
    source.edits.push_back({"duration", *options.duration, fmt::format("--duration {}", *options.duration)});
  return source;
}

measure::Protocol ProtocolOf(const ComparisonOptions& options) {
  measure::Protocol protocol;
  SetTime(options.self_dt, "--self-dt", protocol.self_dt);
  SetTime(options.reference_dt, "--reference-dt", protocol.reference_dt);
  if (options.reference) protocol.reference = measure::ParseMethod(*options.reference, "--reference");
  protocol.repeats = options.repeats;
  return protocol;
}

std::vector<measure::Method> MethodsOf(const ComparisonOptions& options) {
  std::vector<measure::Method> methods;
  for (const std::string& list : options.steppers)
    for (measure::Method& method : measure::ParseMethods(list, "--steppers"))
      methods.push_back(std::move(method));
  measure::CheckNames(methods, "--steppers");
  return methods;
}

std::vector<double> StepsOf(const ComparisonOptions& options) {
  std::vector<double> dts;
  for (const std::string& list : options.dts)
    for (const std::string& text : SplitList(list)) {
      if (text.empty())
        throw InputError(fmt::format(
            "--dt {}: there is an empty entry; expected a list of times such as '2ms,1ms'.", Quote(list)));
      dts.push_back(PositiveTime(text, "--dt"));
    }
  return dts;
}

/// With a controller, errors accumulate over the control period; without, over --window. The other one is
/// refused, since it would have no effect.
void CheckWindow(const ComparisonOptions& options, const measure::MeasuredCases& planned) {
  bool controlled = false, free = false;
  for (const measure::Case& one : planned.cases) (one.scene->is_controlled ? controlled : free) = true;
  const std::string& scene = options.scene;
  if (options.window && !free)
    throw InputError(
        fmt::format("--window {}: errors accumulate over the control period of scene '{}', since it has "
                    "a controller; change that with --set control_period={}.",
                    *options.window, scene, *options.window));
  const auto check_period = [&](const char* option, const std::string& text) {
    if (!controlled && toml::ParseEdit(text).key == "control_period")
      throw InputError(fmt::format(
          "{} {}: scene '{}' has no controller, so it has no effect; errors accumulate over --window.",
          option, text, scene));
  };
  for (const std::string& text : options.set) check_period("--set", text);
  if (!options.vary.empty()) check_period("--vary", options.vary);
}

}  // namespace

CLI::App& AddComparisonCommand(CLI::App& app, const char* name, const char* help,
                               ComparisonOptions& options) {
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
                  "Time steps, such as 2ms,1ms; default: 1, 1/2, 1/4 and 1/8 of the control period or window")
      ->type_name("TIMES")
      ->allow_extra_args(false);
  command.add_option("--duration", options.duration, "Simulated time, such as 3s")->type_name("TIME");
  command
      .add_option(
          "--set", options.set,
          "Change a key of the scene, such as control_period=40ms or options.expo.order=1; repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command
      .add_option("--window", options.window,
                  "Time over which errors accumulate in a scene without controller; default 10ms")
      ->type_name("TIME");
  command
      .add_option("--self-dt", options.self_dt,
                  "Time step of each method's own fine-step run, for self-convergence; default 1/64 ms")
      ->type_name("TIME");
  command.add_option("--reference", options.reference, "Method of the reference run; default rk4")
      ->type_name("METHOD");
  command
      .add_option("--reference-dt", options.reference_dt, "Time step of the reference run; default 1/256 ms")
      ->type_name("TIME");
  AddCount(
      command, "--repeats", options.repeats, kMaxRepeats,
      fmt::format("Repetitions of each timing, of which the fastest counts; default {}", options.repeats));
  AddMeasurementOptions(command, options.measurement);
  return command;
}

void RefuseIgnoredChange(const char* option, const std::string& key, const std::string& value,
                         const std::vector<measure::Method>& methods) {
  const KeyAndValue given{option, key, value};
  RefuseIgnoredKey(given);
  RefuseOptionWithoutStepper(given, methods);
}

measure::Comparison ComparisonOf(const ComparisonOptions& options) {
  const std::vector<measure::Method> methods = MethodsOf(options);
  measure::Comparison comparison{SourceOf(options, methods)};
  comparison.methods = methods;
  SetTime(options.window, "--window", comparison.window);
  comparison.dts = StepsOf(options);
  comparison.protocol = ProtocolOf(options);
  return comparison;
}

int MeasureComparison(const ComparisonOptions& options, const measure::Comparison& comparison) {
  StopOnInterrupt();
  // Throws InputError for all mistakes.
  const measure::MeasuredCases planned = measure::PlanComparison(comparison);
  CheckWindow(options, planned);
  return MeasureAndShow(options.measurement, [&](measure::MeasurementQueue& queue) {
    return slipstick::measure::Compare(comparison, planned, queue);
  });
}

}  // namespace slipstick::cli
