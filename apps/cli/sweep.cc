#include "sweep.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

#include "comparison_options.h"
#include "slipstick/core/error.h"
#include "slipstick/toml/units.h"

namespace slipstick::cli {
namespace {

void CheckVaried(const std::string& text, const measure::Comparison& comparison) {
  const std::string& key = comparison.variation->key;
  for (const measure::VariationKey& known : measure::VariationKeys())
    if (key == known.name) return;
  RefuseIgnoredChange("--vary", key, text.substr(text.find('=') + 1), comparison.methods);
}

int Sweep(const ComparisonOptions& options) {
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

}  // namespace

Command AddSweep(CLI::App& app) {
  const auto options = std::make_shared<ComparisonOptions>();
  CLI::App& sweep =
      AddComparisonCommand(app, "sweep", "Compare time steppers while a key of the scene varies", *options);
  sweep.add_option("--vary", options->vary, VaryHelp())->required()->type_name("KEY=VALUES");
  sweep
      .add_option("--damping-ratio", options->damping_ratio,
                  "With --vary stiffness: damping is set for this damping ratio")
      ->type_name("RATIO");
  return {&sweep, [options] { return Sweep(*options); }};
}

}  // namespace slipstick::cli
