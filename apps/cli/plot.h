// slipstick plot: pictures of a recording.
#pragma once

#include <optional>
#include <string>

#include "slipstick/plot/plot_panels.h"

namespace slipstick::cli {

struct PlotOptions {
  std::string file;  ///< a recording, .npz
  std::string out;   ///< an .svg file or a folder; empty: beside the recording
  plot::PlotWhat what = plot::PlotWhat::kAll;
  std::optional<std::string> from, to;  ///< times of a film, such as 500ms
};

/// Writes the picture and returns what to tell about it. InputError if the recording is refused or the
/// picture cannot be written.
std::string Plot(const PlotOptions& options);

}  // namespace slipstick::cli
