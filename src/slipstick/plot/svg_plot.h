// Line plots as SVG, for benchmarks and experiments.
//
//   LinePlot plot;
//   plot.title = "Forward dynamics";
//   plot.x = {"bodies", LinePlot::Scale::kLog};
//   plot.y = {"time per call [µs]", LinePlot::Scale::kLog};
//   plot.series.push_back({"chain", {10, 100, 1000}, {1.2, 12.0, 121.0}});
//   WriteSvg(plot, "out/growth.svg");
#pragma once

#include <string>
#include <vector>

namespace slipstick::plot {

struct LinePlot {
  enum class Scale { kLinear, kLog };
  struct Axis {
    std::string label;
    Scale scale = Scale::kLinear;
  };
  /// Points joined by a line in the order given. Series differ in colour, in dashes and, if they have few
  /// points, in marker, so that they can be distinguished in black and white and by the colour-blind.
  struct Series {
    std::string name;
    std::vector<double> x, y;
  };

  /// A horizontal line across the frame: a limit, a value to compare with.
  struct ReferenceLine {
    std::string name;
    double y;
  };

  std::string title;
  Axis x, y;
  std::vector<Series> series;
  std::vector<ReferenceLine> reference_lines = {};
  int width = 820, height = 480;  ///< pixels, legend included
};

/// The picture as text. InputError if there is nothing to draw, or a value that cannot be drawn: not finite,
/// or <= 0 on a logarithmic axis.
std::string ToSvg(const LinePlot& plot);

/// The same into a file, whose folder is created if necessary. InputError if it cannot be written.
void WriteSvg(const LinePlot& plot, const std::string& path);

}  // namespace slipstick::plot
