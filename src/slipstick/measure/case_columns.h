// The numbers of a case. Each has its column here, with its name, its meaning and its format, and nowhere
// else.
#pragma once

#include <functional>
#include <vector>

#include "slipstick/measure/cases.h"
#include "slipstick/plot/report.h"

namespace slipstick::measure {

struct CaseColumn {
  plot::ReportColumn column;
  bool Protocol::*wanted;  ///< what must have been measured
  std::function<plot::Cell(const CaseResult&)> cell;
};

/// In the order in which tables have them.
const std::vector<CaseColumn>& CaseColumns();

}  // namespace slipstick::measure
