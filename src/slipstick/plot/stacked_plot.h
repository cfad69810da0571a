// Panels one below the other over the same time: lines, and lanes that show what was going on when.
//
//   StackedPlot plot;
//   plot.title = "box_on_slope", plot.subtitle = "euler, dt = 1 ms", plot.x_label = "time [s]";
//   plot.panels.push_back(LinePanel{"Height", "z [m]", {{"box.z", t, z}}});
//   plot.panels.push_back(LanePanel{"Contacts", {"open", "stick", "slip"}, {{"box on world", {{0.0, 0.3,
//   1}}}}}); WriteFileAtomically("run.svg", ToSvg(plot));
#pragma once

#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace slipstick::plot {

struct LinePanel {
  /// x does not decrease; where y is not a number the line is interrupted.
  struct Series {
    std::string name;
    std::vector<double> x, y;
    bool total = false;  ///< drawn thin and black, apart from the parts it is the sum of
  };
  std::string title, y_label;
  std::vector<Series> series;
  std::string remark;  ///< under the legend, or in the middle if there is nothing to draw
  /// Lines leave the panel here, so that a few spikes do not flatten all the rest; say so in the remark.
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

/// The picture as text. Long series are thinned to what the width can show. InputError if there is nothing to
/// draw, or a value that cannot be drawn.
std::string ToSvg(const StackedPlot& plot);

}  // namespace slipstick::plot
