// Tables and figures of measured cases.
#pragma once

#include <string>
#include <vector>

#include "slipstick/measure/cases.h"
#include "slipstick/plot/report.h"

namespace slipstick::measure {

/// Cases with their results (none before they are measured) and, in a sweep, the value of each.
struct MeasuredCases {
  std::vector<Case> cases;
  std::vector<CaseResult> results;
  std::vector<std::string> values;  ///< of the varied key, as given; empty without a sweep
  std::vector<double> places;       ///< of these values on an axis
};

/// A row per case: scene (if there are several), value (in a sweep), method, step, and all columns that the
/// protocol measures. If a row has no reference, terminals show self-convergence, too.
plot::ReportTable TabulateCases(const MeasuredCases& measured, const Protocol& protocol,
                                const std::string& varied = "");

enum class ErrorKind { kSelfConvergence, kReference };
enum class Along { kStep, kSpeed, kValue };

/// Mean error of every method along an axis. Cases whose run without resets is unstable are left out.
struct ErrorFigureOptions {
  std::string name, title, caption;
  ErrorKind error = ErrorKind::kReference;
  Along along = Along::kStep;
  std::string axis = {};  ///< label, for values
  bool logarithmic = true;
};
/// The plot has no series if no case can be drawn.
plot::ReportFigure DrawErrors(const MeasuredCases& measured, const ErrorFigureOptions& options);

/// Number of cases without a usable reference.
int CountWithoutReference(const MeasuredCases& measured);

/// The uncertainty of the reference as a sentence.
std::string DescribeUncertainty(const MeasuredCases& measured);

}  // namespace slipstick::measure
