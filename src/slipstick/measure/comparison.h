// Compares methods on a scene or on variations of it: the commands 'slipstick compare' and 'slipstick sweep'.
#pragma once

#include <optional>
#include <vector>

#include "slipstick/measure/case_table.h"
#include "slipstick/measure/variation.h"

namespace slipstick::measure {

struct Comparison {
  scene::SceneSource scene;
  double window = kDefaultWindow;    ///< s; scenes with a controller use the control period
  std::vector<Method> methods = {};  ///< empty: all steppers
  std::vector<double> dts = {};      ///< s; empty: the window, and a half, a quarter and an eighth of it
  std::optional<Variation> variation = {};
  Protocol protocol = {};
};

/// All cases of a comparison, without results. InputError for cases that cannot be measured.
MeasuredCases PlanComparison(const Comparison& comparison);

/// Measures the cases of PlanComparison and writes the report. Throws Stopped.
plot::Report Compare(const Comparison& comparison, MeasuredCases planned, MeasurementQueue& queue);

/// The protocol for the head of a report: pairs of a name ("reference") and a description.
std::vector<std::pair<std::string, std::string>> ProtocolFacts(const Protocol& protocol);

}  // namespace slipstick::measure
