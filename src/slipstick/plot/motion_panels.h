// Panels of positions, velocities and actuation: columns of q, v and tau.
#pragma once

#include <variant>
#include <vector>

#include "slipstick/plot/stacked_plot.h"
#include "slipstick/record/recording.h"

namespace slipstick::plot {

using Panels = std::vector<std::variant<LinePanel, LanePanel>>;

inline constexpr size_t kMaxLines = 8;  // more cannot be distinguished

/// A panel for every unit that occurs; the first is the one for an overview.
Panels Positions(const Recording& recording);
Panels Velocities(const Recording& recording);
Panels Torques(const Recording& recording);

}  // namespace slipstick::plot
