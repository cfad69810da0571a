// Common parts of the commands that measure: a measurement queue with progress and Ctrl-C, and reports.
#pragma once

#include <functional>
#include <string>

#include "slipstick/measure/measurement_queue.h"
#include "slipstick/plot/report.h"

namespace slipstick::cli {

struct MeasuringOptions {
  std::string out;      ///< folder; empty: nothing is written
  std::string results;  ///< folder for results to be reused; empty: within `out`
  bool json = false, fresh = false;
  int threads = 0;      ///< 0: all cores
  std::string program;  ///< name and version
};

/// From now on Ctrl-C ends measuring, not the program; a second one does. To be called before anything that
/// takes long.
void StopOnInterrupt();

/// Makes the report and shows it; writes it to the folder, if there is one, where results are kept, too.
/// Returns the exit code: 0, or 130 after Ctrl-C.
int MeasureAndShow(const MeasuringOptions& options,
                   const std::function<plot::Report(measure::MeasurementQueue&)>& measure);

/// The report for a terminal.
std::string ReportAsText(const plot::Report& report);

}  // namespace slipstick::cli
