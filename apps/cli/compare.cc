#include "compare.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "comparison_options.h"

namespace slipstick::cli {

Command AddCompare(CLI::App& app) {
  const auto options = std::make_shared<ComparisonOptions>();
  CLI::App& compare = AddComparisonCommand(
      app, "compare", "Measure accuracy, speed and stability of time steppers on a scene", *options);
  return {&compare, [options] { return MeasureComparison(*options, ComparisonOf(*options)); }};
}

}  // namespace slipstick::cli
