// The panels of a plot of a recording.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "slipstick/plot/stacked_plot.h"
#include "slipstick/record/recording.h"

namespace slipstick::plot {

enum class PlotContent { kAll, kForces, kPositions, kVelocities, kTorques, kGaps, kEnergy, kPressure, kFilm };
/// Their names on the command line and in file names.
const std::map<std::string, PlotContent>& PlotNames();

std::vector<std::variant<LinePanel, LanePanel>> PanelsOf(const Recording& recording, PlotContent content);

}  // namespace slipstick::plot
