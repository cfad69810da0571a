// The results of cases as tables and figures.
#pragma once

#include <string>
#include <vector>

#include "slipstick/measure/cases.h"
#include "slipstick/plot/report.h"

namespace slipstick::measure {

/// Cases with their results, and where each belongs in a sweep.
struct MeasuredCases {
  std::vector<Case> cases;
  std::vector<CaseResult> results;
  std::vector<std::string> values;  ///< of what was varied, as given; empty for a comparison
  std::vector<double> places;       ///< of these values on an axis
};

/// A row per case: scene, if there are several, value, if there are any, method, step, and all that the
/// protocol asked for. Where there is no reference, terminals show errors against the methods' own truths,
/// too.
plot::ReportTable TabulateCases(const MeasuredCases& measured, const Protocol& protocol,
                                const std::string& varied = "");

enum class ErrorKind { kOwn, kReference };
enum class Along { kStep, kSpeed, kValue };

/// Mean error of every method along an axis. What explodes is left out, also if it does so only without
/// resets.
struct ErrorFigureOptions {
  std::string name, title, caption;
  ErrorKind error = ErrorKind::kReference;
  Along along = Along::kStep;
  std::string axis = {};  ///< label, for values
  bool logarithmic = true;
};
/// Empty plot (no series) if there is nothing that can be drawn.
plot::ReportFigure DrawErrors(const MeasuredCases& measured, const ErrorFigureOptions& options);

/// Cases whose reference broke down itself.
int CountWithoutReference(const MeasuredCases& measured);

/// How much the reference can be trusted, in words.
std::string DescribeUncertainty(const MeasuredCases& measured);

}  // namespace slipstick::measure
