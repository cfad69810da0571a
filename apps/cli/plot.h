// slipstick plot: pictures of a recording.
#pragma once

#include <map>
#include <optional>
#include <string>

namespace slipstick::cli {

enum class PlotWhat { kAll, kForces, kPositions, kVelocities, kTorques, kGaps, kEnergy, kPressure, kFilm };
/// What they are called, on the command line and in the names of pictures.
const std::map<std::string, PlotWhat>& PlotNames();

struct PlotOptions {
  std::string file;  ///< a recording, .npz
  std::string out;   ///< an .svg file or a folder; empty: beside the recording
  PlotWhat what = PlotWhat::kAll;
  std::optional<std::string> from, to;  ///< times of a film, such as 500ms
};

/// Writes the picture and returns what to tell about it. InputError if the recording is refused or the picture cannot be
/// written.
std::string Plot(const PlotOptions& options);

}  // namespace slipstick::cli
