// slipstick compare and slipstick sweep: methods side by side.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measuring.h"
#include "slipstick/measure/cases.h"

namespace slipstick::cli {

struct CompareOptions {
  std::string scene;                  ///< name or file
  std::vector<std::string> steppers;  ///< lists of methods
  std::vector<std::string> dts;       ///< lists of times
  std::vector<std::string> set;       ///< key=value
  std::optional<std::string> duration, window, reference, reference_dt, self_dt;
  int repeats = measure::Protocol{}.repeats;
  std::string vary;  ///< key=values; of sweep
  std::optional<std::string> damping_ratio;
  MeasuringOptions measuring;
};

/// Returns the exit code. InputError for what the user got wrong, before anything is written.
int Compare(const CompareOptions& options);
int Sweep(const CompareOptions& options);

/// The keys of --vary, for its help.
std::string VaryHelp();

}  // namespace slipstick::cli
