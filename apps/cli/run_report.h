// The summary of a run as text.
#pragma once

#include <string>

#include "slipstick/run/run_statistics.h"

namespace slipstick::cli {

/// The contents of the text and of the JSON summary.
struct RunReport {
  const Scene& scene;
  const run::StepPlan& plan;
  RunSummary summary;
  std::string status;     ///< of the last step
  std::string recording;  ///< file, or empty
};

std::string RunReportAsText(const RunReport& report);

}  // namespace slipstick::cli
