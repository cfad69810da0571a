// What of a recording is drawn in which panel.
#pragma once

#include <variant>
#include <vector>

#include "plot.h"
#include "record/recording.h"
#include "record/stacked_plot.h"

namespace slipstick::cli {

std::vector<std::variant<LinePanel, LanePanel>> PanelsOf(const Recording& recording, PlotWhat what);

}  // namespace slipstick::cli
