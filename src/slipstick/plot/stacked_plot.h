// Panels over a common time axis: lines, and lanes that show states over time.
//
//   StackedPlot plot;
//   plot.title = "block-on-slope", plot.subtitle = "euler, dt = 1 ms", plot.x_label = "time [s]";
//   plot.panels.push_back(LinePanel{"Height", "z [m]", {{"box.z", t, z}}});
//   plot.panels.push_back(
//       LanePanel{"Contacts", {"open", "stick", "slip"}, {{"box on world", {{0.0, 0.3, 1}}}}});
//   WriteFileAtomically("run.svg", ToSvg(plot));
#pragma once

#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace slipstick::plot {

struct LinePanel {
  /// x does not decrease; NaN in y interrupts the line.
  struct Series {
    std::string name;
    std::vector<double> x, y;
    bool total = false;  ///< the sum of the others: drawn thin and black
  };
  std::string title, y_label;
  std::vector<Series> series;
  std::string remark;  ///< under the legend, or in the middle if there is nothing to draw
  /// The panel ends here, so that a few spikes do not flatten the rest; mention it in the remark.
  double cut_above = std::numeric_limits<double>::infinity();
  int height = 190;  ///< pixels between the axes
};

/// States over time, up to three of them: the first is left empty, the second filled, the third hatched.
struct LanePanel {
  struct Span {
    double from, to;
    int state;
  };
  struct Lane {
    std::string name;
    std::vector<Span> spans;  ///< in order
  };
  std::string title;
  std::vector<std::string> states;
  std::vector<Lane> lanes;
};

struct StackedPlot {
  std::string title, subtitle, x_label;
  std::vector<std::variant<LinePanel, LanePanel>> panels;
  int width = 1000;  ///< pixels; the height follows from the panels
};

/// The picture as text. Long series are thinned to the resolution. InputError if there is nothing to draw, or
/// a non-finite or huge value.
std::string ToSvg(const StackedPlot& plot);

}  // namespace slipstick::plot
