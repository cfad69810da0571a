#include "compare.h"

#include <fmt/core.h>

#include "slipstick/core/error.h"
#include "slipstick/core/parse_numbers.h"
#include "slipstick/core/text_list.h"
#include "slipstick/measure/comparison.h"
#include "slipstick/steppers/registry.h"
#include "slipstick/toml/units.h"

namespace slipstick::cli {
namespace {

double PositiveTime(const std::string& text, const std::string& where) {
  const double time = toml::ParseTime(text, where);
  if (time > 0.0) return time;
  throw InputError(fmt::format("{} is '{}'; it must be > 0.", where, text));
}

void SetTime(const std::optional<std::string>& text, const char* where, double& time) {
  if (text) time = PositiveTime(*text, where);
}

/// Keys of a scene for which measurements have an option of their own.
struct OwnOption {
  const char *key, *option;
};
constexpr OwnOption kOwnOptions[] = {{"dt", "--dt"}, {"stepper", "--steppers"}};

/// A change to the scene, as the command line has it.
struct KeyAndValue {
  const char* option;  ///< --set or --vary
  std::string key, value;

  std::string text() const { return fmt::format("{} {}={}", option, key, value); }
};

void RefuseIgnoredKey(const KeyAndValue& given) {
  if (given.key == "accuracy")
    throw InputError(given.text() +
                     ": measurements take steps of --dt, without error control; leave it out.");
  for (const OwnOption& own : kOwnOptions)
    if (given.key == own.key)
      throw InputError(fmt::format("{}: measurements take no {} from the scene; give {} {} instead.",
                                   given.text(), own.key, own.option, given.value));
}

bool HasOption(const std::string& stepper, const std::string& option) {
  for (const OptionInfo& info : steppers::FindStepper(stepper).options)
    if (info.name == option) return true;
  return false;
}

/// An option that names no stepper would go to the scene's own alone, whatever is compared.
void RefuseOptionOfAll(const KeyAndValue& given, const std::vector<measure::Method>& methods) {
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
  throw InputError(
      fmt::format("{}: it does not say whose option this is; write {} options.{}.{}={}, with the name of the "
                  "stepper.",
                  given.text(), given.option, owner, option, given.value));
}

scene::SceneSource SourceOf(const CompareOptions& options, const std::vector<measure::Method>& methods) {
  scene::SceneSource source = scene::FindScene(options.scene);
  for (const std::string& text : options.set) {
    source.edits.push_back(toml::ParseEdit(text));
    const KeyAndValue given{"--set", source.edits.back().key, source.edits.back().value};
    RefuseIgnoredKey(given);
    RefuseOptionOfAll(given, methods);
  }
  if (options.duration)
    source.edits.push_back({"duration", *options.duration, fmt::format("--duration {}", *options.duration)});
  return source;
}

measure::Protocol ProtocolOf(const CompareOptions& options) {
  measure::Protocol protocol;
  SetTime(options.self_dt, "--self-dt", protocol.self_dt);
  SetTime(options.reference_dt, "--reference-dt", protocol.reference_dt);
  if (options.reference) protocol.reference = measure::ParseMethod(*options.reference, "--reference");
  protocol.repeats = options.repeats;
  return protocol;
}

std::vector<measure::Method> MethodsOf(const CompareOptions& options) {
  std::vector<measure::Method> methods;
  for (const std::string& list : options.steppers)
    for (measure::Method& method : measure::ParseMethods(list, "--steppers"))
      methods.push_back(std::move(method));
  measure::CheckNames(methods, "--steppers");
  return methods;
}

std::vector<double> StepsOf(const CompareOptions& options) {
  std::vector<double> dts;
  for (const std::string& list : options.dts)
    for (const std::string& text : SplitList(list)) {
      if (text.empty())
        throw InputError(fmt::format(
            "--dt {}: there is an empty entry; expected is a list of times such as '2ms,1ms'.", Quote(list)));
      dts.push_back(PositiveTime(text, "--dt"));
    }
  return dts;
}

measure::Comparison ComparisonOf(const CompareOptions& options) {
  const std::vector<measure::Method> methods = MethodsOf(options);
  measure::Comparison comparison{SourceOf(options, methods)};
  comparison.methods = methods;
  SetTime(options.window, "--window", comparison.window);
  comparison.dts = StepsOf(options);
  comparison.protocol = ProtocolOf(options);
  return comparison;
}

/// What counts depends on whether there is a controller; the other is not to be ignored in silence.
void CheckWindow(const CompareOptions& options, const measure::MeasuredCases& planned) {
  bool controlled = false, free = false;
  for (const measure::Case& one : planned.cases) (one.scene->is_controlled ? controlled : free) = true;
  const std::string& scene = options.scene;
  if (options.window && !free)
    throw InputError(
        fmt::format("--window {}: errors build up over the control period of scene '{}', since it has "
                    "a controller; change that with --set control_period={}.",
                    *options.window, scene, *options.window));
  const auto check_period = [&](const char* option, const std::string& text) {
    if (!controlled && toml::ParseEdit(text).key == "control_period")
      throw InputError(fmt::format(
          "{} {}: scene '{}' has no controller, so nothing depends on it; errors build up over --window.",
          option, text, scene));
  };
  for (const std::string& text : options.set) check_period("--set", text);
  if (!options.vary.empty()) check_period("--vary", options.vary);
}

void CheckVaried(const std::string& text, const measure::Comparison& comparison) {
  const std::string& key = comparison.variation->key;
  for (const measure::VariationKey& known : measure::VariationKeys())
    if (key == known.name) return;
  const KeyAndValue given{"--vary", key, text.substr(text.find('=') + 1)};
  RefuseIgnoredKey(given);
  RefuseOptionOfAll(given, comparison.methods);
}

int MeasureComparison(const CompareOptions& options, const measure::Comparison& comparison) {
  StopOnInterrupt();
  const measure::MeasuredCases planned = measure::PlanComparison(comparison);  // all mistakes show here
  CheckWindow(options, planned);
  return MeasureAndShow(options.measuring, [&](measure::MeasurementQueue& queue) {
    return slipstick::measure::Compare(comparison, planned, queue);
  });
}

}  // namespace

int Compare(const CompareOptions& options) { return MeasureComparison(options, ComparisonOf(options)); }

int Sweep(const CompareOptions& options) {
  measure::Comparison comparison = ComparisonOf(options);
  std::optional<double> ratio;
  if (options.damping_ratio) {
    ratio = 0.0;
    const std::string problem = toml::ParseQuantity(*options.damping_ratio, "", *ratio);
    if (!problem.empty())
      throw InputError(fmt::format("--damping-ratio is '{}', {}", *options.damping_ratio, problem));
    if (!(*ratio >= 0.0))
      throw InputError(
          fmt::format("--damping-ratio is '{}'; it must not be negative.", *options.damping_ratio));
  }
  comparison.variation = measure::ParseVariation(options.vary, comparison.scene, ratio);
  CheckVaried(options.vary, comparison);
  if (comparison.variation->points.front().dt && !comparison.dts.empty())
    throw InputError("--vary dt=... gives the steps; leave out --dt.");
  return MeasureComparison(options, comparison);
}

std::string VaryHelp() {
  std::string text = "key=a,b,c or key=a..b:n; a key of the scene, or";
  for (const measure::VariationKey& key : measure::VariationKeys()) text += " " + key.name;
  return text;
}

}  // namespace slipstick::cli
