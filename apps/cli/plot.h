// slipstick plot: pictures of a recording.
#pragma once

#include <map>
#include <string>

namespace slipstick::cli {

enum class PlotWhat { kAll, kForces, kPositions, kVelocities, kTorques, kGaps, kEnergy };
/// What they are called, on the command line and in the names of pictures.
const std::map<std::string, PlotWhat>& PlotNames();

struct PlotOptions {
  std::string file;  ///< a recording, .npz
  std::string out;   ///< an .svg file or a folder; empty: beside the recording
  PlotWhat what = PlotWhat::kAll;
};

/// Writes the picture and returns what to tell about it. InputError if the recording is refused or the picture cannot be
/// written.
std::string Plot(const PlotOptions& options);

}  // namespace slipstick::cli
