// Options and steps that slipstick compare and slipstick sweep have in common.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measurement_command.h"
#include "slipstick/measure/cases.h"
#include "slipstick/measure/comparison.h"

namespace slipstick::cli {

struct ComparisonOptions {
  std::string scene;                  ///< name or file
  std::vector<std::string> steppers;  ///< lists of methods
  std::vector<std::string> dts;       ///< lists of times
  std::vector<std::string> set;       ///< key=value
  std::optional<std::string> duration, window, reference, reference_dt, self_dt;
  int repeats = measure::Protocol{}.repeats;
  std::string vary;  ///< key=values; of sweep
  std::optional<std::string> damping_ratio;
  MeasurementOptions measurement;
};

/// Registers a command with these options, except --vary and --damping-ratio.
CLI::App& AddComparisonCommand(CLI::App& app, const char* name, const char* help, ComparisonOptions& options);

/// InputError for wrong options.
measure::Comparison ComparisonOf(const ComparisonOptions& options);

/// InputError for a change of the scene (`option` is --set or --vary) that measurements would ignore.
void RefuseIgnoredChange(const char* option, const std::string& key, const std::string& value,
                         const std::vector<measure::Method>& methods);

/// Returns the exit code. InputError for wrong options, before anything is written.
int MeasureComparison(const ComparisonOptions& options, const measure::Comparison& comparison);

}  // namespace slipstick::cli
