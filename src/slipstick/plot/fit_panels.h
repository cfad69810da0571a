// Plot of a fitted terrain with its measurements.
#pragma once

#include <vector>

#include "slipstick/plot/stacked_plot.h"
#include "slipstick/terrain/granular_fit.h"

namespace slipstick::plot {

/// Lift and drag over depth: means over all tilts, as measured and as fitted.
StackedPlot FitPlot(const laws::GranularModel& model, const std::vector<terrain::PlateMeasurement>& data);

}  // namespace slipstick::plot
