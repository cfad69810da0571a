// Compares methods on a scene or on variations of it: the commands 'slipstick compare' and 'slipstick sweep'.
#pragma once

#include <optional>
#include <vector>

#include "slipstick/measure/case_table.h"
#include "slipstick/measure/variation.h"

namespace slipstick::measure {

struct Comparison {
  scene::SceneSource scene;
  double window = kDefaultWindow;    ///< s, for scenes without a controller
  std::vector<Method> methods = {};  ///< empty: all steppers
  std::vector<double> dts = {};      ///< s; empty: the window, and a half, a quarter and an eighth of it
  std::optional<Variation> variation = {};
  Protocol protocol = {};
};

/// All cases of a comparison. InputError for cases that cannot be measured.
MeasuredCases PlanComparison(const Comparison& comparison);

/// Measures them and writes the report. Throws Stopped.
plot::Report Compare(const Comparison& comparison, MeasuredCases planned, MeasurementQueue& queue);

/// The protocol as pairs of name and sentence.
std::vector<std::pair<std::string, std::string>> ProtocolFacts(const Protocol& protocol);

}  // namespace slipstick::measure
