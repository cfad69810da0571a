// The summary of a run as JSON (docs/command-line.md).
#pragma once

#include <string>

#include "run_report.h"

namespace slipstick::cli {

std::string RunReportAsJson(const RunReport& report);

}  // namespace slipstick::cli
