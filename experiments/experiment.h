// Experiments of the papers, done again: 'slipstick reproduce' is a list of these.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "slipstick/measure/cases.h"
#include "slipstick/plot/report.h"

namespace slipstick::experiments {

struct Experiment {
  std::string name;   ///< paper and place in it: "000/fig-2"
  std::string title;  ///< one line
  /// Measures and tells. Throws Stopped.
  std::function<std::vector<plot::ReportSection>(measure::MeasurementQueue&)> run;
};

/// All of them, by paper.
const std::vector<Experiment>& Experiments();

/// The experiment of this name, or all of the paper. InputError with the nearest names if there is none.
std::vector<Experiment> FindExperiments(const std::string& name);

// --- what experiments are built with
// --------------------------------------------------------------------------------

/// A method as an experiment names it; the program may not have it.
struct NamedMethod {
  std::string label, text;
};

/// Those that this program has. The others are named in a remark, with the reason.
std::vector<measure::Method> AvailableMethods(const std::vector<NamedMethod>& methods,
                                              std::vector<std::string>& remarks);

}  // namespace slipstick::experiments
