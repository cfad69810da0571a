// Common parts of the commands that measure: a measurement queue with progress and Ctrl-C, and reports.
#pragma once

#include <functional>
#include <string>

#include "command.h"
#include "slipstick/measure/measurement_queue.h"
#include "slipstick/plot/report.h"

namespace slipstick::cli {

struct MeasurementOptions {
  std::string out;      ///< folder; empty: nothing is written
  std::string results;  ///< folder for results to be reused; empty: within `out`
  bool json = false, fresh = false;
  int threads = 0;  ///< 0: all cores
};

/// Registers the options above, except `results`.
void AddMeasurementOptions(CLI::App& command, MeasurementOptions& options);

/// Makes the report, prints it, and writes it and the results to the folder, if there is one.
/// Returns the exit code: 0, or 130 after Ctrl-C.
int MeasureAndShow(const MeasurementOptions& options,
                   const std::function<plot::Report(measure::MeasurementQueue&)>& measure);

}  // namespace slipstick::cli
