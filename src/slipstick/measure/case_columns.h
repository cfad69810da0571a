// The columns of a table of cases: key, title, meaning and format of each measured quantity. This is the only
// list of them.
#pragma once

#include <functional>
#include <vector>

#include "slipstick/measure/cases.h"
#include "slipstick/plot/report.h"

namespace slipstick::measure {

struct CaseColumn {
  plot::ReportColumn column;
  bool Protocol::*wanted;  ///< the measurement that it needs
  std::function<plot::Cell(const CaseResult&)> cell;
};

/// In the order of the tables.
const std::vector<CaseColumn>& CaseColumns();

}  // namespace slipstick::measure
