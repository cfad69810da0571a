// What of a recording is drawn in which panel.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "slipstick/plot/stacked_plot.h"
#include "slipstick/record/recording.h"

namespace slipstick::plot {

enum class PlotWhat { kAll, kForces, kPositions, kVelocities, kTorques, kGaps, kEnergy, kPressure, kFilm };
/// What they are called, on the command line and in the names of pictures.
const std::map<std::string, PlotWhat>& PlotNames();

std::vector<std::variant<LinePanel, LanePanel>> PanelsOf(const Recording& recording, PlotWhat what);

}  // namespace slipstick::plot
