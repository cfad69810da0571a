// The experiments of the papers, for the command 'slipstick reproduce'.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "slipstick/measure/measurement_queue.h"
#include "slipstick/measure/method.h"
#include "slipstick/plot/report.h"

namespace slipstick::experiments {

struct Experiment {
  std::string name;   ///< family of steppers and place in its paper: "expo/fig-2"
  std::string title;  ///< one line
  /// Measures and writes the report. Throws Stopped.
  std::function<std::vector<plot::ReportSection>(measure::MeasurementQueue&)> run;
};

/// All experiments, by paper.
const std::vector<Experiment>& Experiments();

/// The experiment of this name ("expo/fig-2"), or all of a family ("expo"). InputError with the nearest names
/// if there is none.
std::vector<Experiment> FindExperiments(const std::string& name);

// --- helpers for experiments ---

/// A method with its label; the program may not have it.
struct NamedMethod {
  std::string label, text;
};

/// The methods that this program has. A remark names the others and the reason.
std::vector<measure::Method> AvailableMethods(const std::vector<NamedMethod>& methods,
                                              std::vector<std::string>& remarks);

}  // namespace slipstick::experiments
