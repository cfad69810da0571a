// slipstick run: a scene from start to end, and what to say about it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "slipstick/run/recorded_run.h"
#include "slipstick/run/run_statistics.h"

namespace slipstick::cli {

struct RunOptions {
  std::string scene;  ///< name or file
  std::optional<std::string> stepper, dt, accuracy, duration;
  std::vector<std::string> set;               ///< key=value
  std::optional<std::string> record;          ///< file
  std::optional<std::string> every;           ///< time between the rows of the recording
  std::optional<std::string> resume, replay;  ///< recordings
  bool json = false;
  std::string program;  ///< name and version, for recordings
};

/// Returns the exit code: 0, or 1 if the simulation failed or a replay differs. InputError for what the user
/// got wrong.
int Run(const RunOptions& options);

/// The end of a run for people and for programs (docs/command-line.md).
struct RunReport {
  const Scene& scene;
  const run::StepPlan& plan;
  RunSummary summary;
  std::string status;     ///< of the last step
  std::string recording;  ///< file, or empty
};
std::string RunReportAsText(const RunReport& report);
std::string RunReportAsJson(const RunReport& report);

}  // namespace slipstick::cli
