// A fitted terrain beside its measurements.
#pragma once

#include <vector>

#include "contact/granular_fit.h"
#include "record/stacked_plot.h"

namespace slipstick::cli {

/// Lift and drag over depth: means over all tilts, as measured and as fitted.
StackedPlot FitPlot(const GranularModel& model, const std::vector<PlateMeasurement>& data);

}  // namespace slipstick::cli
