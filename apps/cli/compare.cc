#include "compare.h"

#include <fmt/core.h>

#include "core/error.h"
#include "measure/comparison.h"
#include "measure/text_list.h"
#include "scene/units.h"

namespace slipstick::cli {
namespace {

double PositiveTime(const std::string& text, const std::string& where) {
  const double time = ParseTime(text, where);
  if (time > 0.0) return time;
  throw InputError(fmt::format("{} is '{}'; it must be > 0.", where, text));
}

void SetTime(const std::optional<std::string>& text, const char* where, double& time) {
  if (text) time = PositiveTime(*text, where);
}

SceneSource SourceOf(const CompareOptions& options) {
  SceneSource source = FindScene(options.scene);
  for (const std::string& text : options.set) source.edits.push_back(ParseEdit(text));
  if (options.duration)
    source.edits.push_back({"duration", *options.duration, fmt::format("--duration {}", *options.duration)});
  return source;
}

Protocol ProtocolOf(const CompareOptions& options) {
  Protocol protocol;
  SetTime(options.truth_dt, "--truth-dt", protocol.truth_dt);
  SetTime(options.reference_dt, "--reference-dt", protocol.reference_dt);
  if (options.reference) protocol.reference = ParseMethod(*options.reference, "--reference");
  protocol.repeats = options.repeats;
  return protocol;
}

Comparison ComparisonOf(const CompareOptions& options) {
  Comparison comparison{SourceOf(options)};
  SetTime(options.window, "--window", comparison.window);
  for (const std::string& list : options.steppers)
    for (Method& method : ParseMethods(list, "--steppers")) comparison.methods.push_back(std::move(method));
  for (const std::string& list : options.dts)
    for (const std::string& text : SplitList(list)) comparison.dts.push_back(PositiveTime(text, "--dt"));
  comparison.protocol = ProtocolOf(options);
  return comparison;
}

int MeasureComparison(const CompareOptions& options, const Comparison& comparison) {
  StopOnInterrupt();
  const MeasuredCases planned = PlanComparison(comparison);  // all mistakes show here
  return MeasureAndShow(options.measuring,
                        [&](Laboratory& lab) { return slipstick::Compare(comparison, planned, lab); });
}

}  // namespace

int Compare(const CompareOptions& options) { return MeasureComparison(options, ComparisonOf(options)); }

int Sweep(const CompareOptions& options) {
  Comparison comparison = ComparisonOf(options);
  std::optional<double> ratio;
  if (options.damping_ratio) {
    ratio = 0.0;
    const std::string problem = ParseQuantity(*options.damping_ratio, "", *ratio);
    if (!problem.empty())
      throw InputError(fmt::format("--damping-ratio is '{}', {}", *options.damping_ratio, problem));
    if (!(*ratio >= 0.0))
      throw InputError(
          fmt::format("--damping-ratio is '{}'; it must not be negative.", *options.damping_ratio));
  }
  comparison.variation = ParseVariation(options.vary, comparison.scene, ratio);
  if (comparison.variation->points.front().dt && !comparison.dts.empty())
    throw InputError("--vary dt=... gives the steps; leave out --dt.");
  return MeasureComparison(options, comparison);
}

std::string VaryHelp() {
  std::string text = "key=a,b,c or key=a..b:n; a key of the scene, or";
  for (const VariationKey& key : VariationKeys()) text += " " + key.name;
  return text;
}

}  // namespace slipstick::cli
