// Methods side by side on a scene, or on variations of it: what 'slipstick compare' and 'slipstick sweep' do.
#pragma once

#include <optional>
#include <vector>

#include "slipstick/measure/case_table.h"
#include "slipstick/measure/variation.h"

namespace slipstick::measure {

struct Comparison {
  scene::SceneSource scene;
  double window = kDefaultWindow;    ///< s, for scenes without a controller
  std::vector<Method> methods = {};  ///< empty: all steppers there are
  std::vector<double> dts = {};      ///< s; empty: the window, and a half, a quarter and an eighth of it
  std::optional<Variation> variation = {};
  Protocol protocol = {};
};

/// All cases of it. InputError for whatever cannot be measured.
MeasuredCases PlanComparison(const Comparison& comparison);

/// Measures them and says what came out. Throws Stopped.
plot::Report Compare(const Comparison& comparison, MeasuredCases planned, Laboratory& lab);

/// How a protocol measures, in words, by name.
std::vector<std::pair<std::string, std::string>> ProtocolFacts(const Protocol& protocol);

}  // namespace slipstick::measure
