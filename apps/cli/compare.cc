#include "compare.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "comparing.h"

namespace slipstick::cli {

Command AddCompare(CLI::App& app) {
  const auto options = std::make_shared<CompareOptions>();
  CLI::App& compare = AddComparing(
      app, "compare", "Measure accuracy, speed and stability of time steppers on a scene", *options);
  return {&compare, [options] { return MeasureComparison(*options, ComparisonOf(*options)); }};
}

}  // namespace slipstick::cli
