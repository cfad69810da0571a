// A fitted terrain beside its measurements.
#pragma once

#include <vector>

#include "slipstick/plot/stacked_plot.h"
#include "slipstick/terrain/granular_fit.h"

namespace slipstick {

/// Lift and drag over depth: means over all tilts, as measured and as fitted.
StackedPlot FitPlot(const GranularModel& model, const std::vector<PlateMeasurement>& data);

}  // namespace slipstick
