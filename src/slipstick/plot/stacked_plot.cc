#include "slipstick/plot/stacked_plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "slipstick/core/error.h"
#include "slipstick/plot/svg_elements.h"
#include "slipstick/plot/thin_series.h"

namespace slipstick::plot {
namespace {

using namespace svg;
// Pixels.
constexpr double kFooter = 40.0, kGap = 16.0, kPanelTitle = 34.0;
constexpr double kLegendLine = 34.0, kLegendRow = 21.0, kWidestLegend = 270.0;
constexpr double kLaneHeight = 18.0, kLaneRow = 24.0;
constexpr double kMarkerDistance =
    150.0;                          // between the markers of a line, which distinguish lines without colour
constexpr double kDot = 1.5;        // half the length of a line that has only one point
constexpr double kInvisible = 0.2;  // tolerance of simplified lines

struct Range {
  double lower = 0.0, upper = 0.0;
  bool empty = true;

  void Add(double value) {
    lower = empty ? value : std::min(lower, value);
    upper = empty ? value : std::max(upper, value);
    empty = false;
  }
};

class StackedDrawing {
 public:
  explicit StackedDrawing(const StackedPlot& plot) : plot_(plot) {}

  std::string Draw() {
    for (const auto& panel : plot_.panels) std::visit([&](const auto& p) { Measure(p); }, panel);
    if (times_.empty && !has_remark_)
      throw InputError(fmt::format("plot '{}': there is nothing to draw.", plot_.title));
    PlaceTimes();
    y_ = kHeading;
    for (size_t i = 0; i < plot_.panels.size(); ++i) {
      last_ = i + 1 == plot_.panels.size();
      std::visit([&](const auto& p) { DrawPanel(p); }, plot_.panels[i]);
    }
    const int height = static_cast<int>(y_ + kFooter);
    return OpenPage(plot_.width, height, plot_.title) + Hatching() + Header() + svg_ +
           (times_.empty
                ? ""
                : Text(0.5 * (left_ + right_), y_ + kFooter - 14.0, "middle", Escaped(plot_.x_label))) +
           "</svg>\n";
  }

 private:
  // ---- layout ----------------------------------------------------------------------------------

  void Measure(const LinePanel& panel) {
    for (const LinePanel::Series& series : panel.series) {
      legend_ = std::max(legend_, kLegendLine + 8.0 + TextWidth(series.name));
      Check(panel, series);
      for (const double t : series.x) times_.Add(t);
    }
    has_remark_ = has_remark_ || !panel.remark.empty();
    if (!panel.series.empty()) legend_ = std::max(legend_, TextWidth(panel.remark));
    if (panel.series.empty()) return;
    for (const auto& tick : Ticks(panel).labelled) labels_ = std::max(labels_, TextWidth(tick.label));
  }

  void Measure(const LanePanel& panel) {
    for (const LanePanel::Lane& lane : panel.lanes) {
      legend_ = std::max(legend_, TextWidth(lane.name));
      for (const LanePanel::Span& span : lane.spans) {
        if (!(std::abs(span.from) + std::abs(span.to) <= kMaxDrawable))
          throw InputError(
              fmt::format("plot '{}': lane '{}' has a span from {:g} to {:g}, which cannot be drawn.",
                          plot_.title, lane.name, span.from, span.to));
        times_.Add(span.from), times_.Add(span.to);
      }
    }
  }

  void Check(const LinePanel& panel, const LinePanel::Series& series) const {
    const auto refuse = [&](const std::string& reason) {
      throw InputError(fmt::format("plot '{}', panel '{}': series '{}' {}", plot_.title, panel.title,
                                   series.name, reason));
    };
    if (series.x.size() != series.y.size())
      refuse(fmt::format("has {} x values and {} y values; a point needs both.", series.x.size(),
                         series.y.size()));
    for (size_t i = 0; i < series.x.size(); ++i) {
      if (!(std::abs(series.x[i]) <= kMaxDrawable) || std::abs(series.y[i]) > kMaxDrawable)
        refuse(fmt::format("has the point ({:g}, {:g}); only numbers up to {:g} can be drawn.", series.x[i],
                           series.y[i], kMaxDrawable));
      if (i > 0 && series.x[i] < series.x[i - 1]) refuse("goes back in time.");
    }
  }

  static AxisTicks Ticks(const LinePanel& panel) {
    Range range;
    for (const LinePanel::Series& series : panel.series)
      for (const double y : series.y)
        if (!std::isnan(y)) range.Add(std::min(y, panel.cut_above));
    return LinearTicks(range.lower, range.upper);
  }

  /// The time axis ends with the data, or at a tick just beyond them, to use the whole width.
  void PlaceTimes() {
    left_ = std::max(70.0, labels_ + 50.0);
    right_ = plot_.width - std::min(legend_, kWidestLegend) - 2.0 * kGap;
    x_ = {LinearTicks(times_.lower, times_.upper), false, left_, right_};
    if (!(times_.upper > times_.lower)) return;
    const double slack = 0.01 * (times_.upper - times_.lower);
    const auto is_outside = [&](const AxisTicks::Labelled& tick) {
      return tick.value < times_.lower - slack || tick.value > times_.upper + slack;
    };
    std::erase_if(x_.ticks.labelled, is_outside);
    for (const auto& tick : x_.ticks.labelled) times_.Add(tick.value);
    x_.ticks.lower = times_.lower, x_.ticks.upper = times_.upper;
  }

  // ---- drawing ---------------------------------------------------------------------------------

  static std::string Hatching() {
    return "<defs><pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
           "patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\"#ffe2c4\"/>"
           "<rect width=\"2\" height=\"6\" fill=\"#d55e00\"/></pattern></defs>\n";
  }

  std::string Header() const {
    return Heading(left_, plot_.width - left_ - kGap, plot_.title, plot_.subtitle);
  }

  void DrawPanelTitle(const std::string& title) {
    svg_ += Text(left_, y_ + kPanelTitle - 10.0, "start", Escaped(title), " font-weight=\"bold\"");
    y_ += kPanelTitle;
  }

  void DrawPanel(const LinePanel& panel) {
    DrawPanelTitle(panel.title);
    if (panel.series.empty()) return DrawEmpty(panel);
    const double rows = static_cast<double>(panel.series.size() + (panel.remark.empty() ? 0 : 1));
    const double bottom = y_ + std::max<double>(panel.height, kLegendRow * rows);
    const PlotFrame at{x_, {Ticks(panel), false, bottom, y_}, left_, right_, y_, bottom};
    svg_ += Axes(at, last_);
    svg_ += VerticalText(18.0, 0.5 * (y_ + bottom), Escaped(panel.y_label));
    clip_ = std::isfinite(panel.cut_above) ? ClipTo(at) : "";
    for (size_t i = 0, part = 0; i < panel.series.size(); ++i) {
      // The sum takes no colour of the list, and is drawn first, under the others.
      const LinePanel::Series& series = panel.series[i];
      DrawSeries(series, series.total ? TotalStyle() : Style(part++), at, static_cast<double>(i));
    }
    DrawRemark(panel);
    y_ = bottom + kGap;
  }

  /// The attribute that clips lines to the panel. Its name contains the position, which is unique.
  std::string ClipTo(const PlotFrame& at) {
    const std::string name = fmt::format("panel{:.0f}", at.top);
    svg_ += fmt::format(
        "<clipPath id=\"{}\"><rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" "
        "height=\"{:.2f}\"/></clipPath>\n",
        name, at.left - 6.0, at.top, at.right - at.left + 12.0, at.bottom - at.top + 6.0);
    return fmt::format(" clip-path=\"url(#{})\"", name);
  }

  void DrawEmpty(const LinePanel& panel) {
    svg_ += Text(left_, y_ + kFontSize, "start", Escaped(panel.remark),
                 fmt::format(" fill=\"{}\"", kRemarkColour));
    y_ += 2.0 * kFontSize;
  }

  static Style TotalStyle() {
    Style style(0);
    style.colour = "#000000";
    return style;
  }

  void DrawSeries(const LinePanel::Series& series, const Style& style, const PlotFrame& at, double row) {
    svg_ += fmt::format("<g class=\"series\"{}>\n<title>{}</title>\n", clip_, Escaped(series.name));
    const double y = y_ + kLegendRow * (row + 0.5), x = right_ + kGap;
    // Side by side, not on top of each other.
    double next_marker = left_ + 0.3 * kMarkerDistance + 23.0 * row;
    std::string marks;
    const double from = x_.ticks.lower, to = x_.ticks.upper, columns = right_ - left_;
    for (const Points& run : SplitAtGaps(series.x, series.y, (to - from) / columns)) {
      const Points thin = Thin(run, from, to, static_cast<int>(columns));
      Points pixels;
      for (const double value : thin.x) pixels.x.push_back(at.x.PixelOf(value));
      for (const double value : thin.y) pixels.y.push_back(at.y.PixelOf(value));
      const Points drawn = Simplify(pixels, kInvisible);
      if (!series.total) marks += Markers(style, pixels.x, pixels.y, next_marker);
      svg_ += Stroke(series, style, drawn.x, drawn.y);
    }
    svg_ += marks + "</g>\n" + Stroke(series, style, {x, x + kLegendLine}, {y, y});
    if (!series.total) svg_ += Marker(style, x + 0.5 * kLegendLine, y);
    svg_ += Text(x + kLegendLine + 8.0, y + kBaseline, "start",
                 Escaped(Fitted(series.name, LegendWidth() - kLegendLine - 8.0)));
  }

  static std::string Stroke(const LinePanel::Series& series, const Style& style, const std::vector<double>& x,
                            const std::vector<double>& y) {
    if (x.size() == 1) return Stroke(series, style, {x[0] - kDot, x[0] + kDot}, {y[0], y[0]});
    std::string stroke = Polyline(style, x, y);
    const std::string width = "stroke-width=\"2\"",
                      thinner = series.total ? "stroke-width=\"1\"" : "stroke-width=\"1.5\"";
    return stroke.replace(stroke.rfind(width), width.size(), thinner);
  }

  static std::string Markers(const Style& style, const std::vector<double>& x, const std::vector<double>& y,
                             double& next) {
    std::string svg;
    for (size_t i = 0; i < x.size(); ++i) {
      if (x[i] < next) continue;
      svg += Marker(style, x[i], y[i]);
      next = x[i] + kMarkerDistance;
    }
    return svg;
  }

  void DrawRemark(const LinePanel& panel) {
    if (panel.remark.empty()) return;
    svg_ += Text(right_ + kGap,
                 y_ + kLegendRow * (static_cast<double>(panel.series.size()) + 0.5) + kBaseline, "start",
                 Escaped(Fitted(panel.remark, LegendWidth())), fmt::format(" fill=\"{}\"", kRemarkColour));
  }

  double LegendWidth() const { return plot_.width - right_ - 1.5 * kGap; }

  // ---- lanes -----------------------------------------------------------------------------------

  void DrawPanel(const LanePanel& panel) {
    DrawPanelTitle(panel.title);
    DrawKey(panel);
    for (const LanePanel::Lane& lane : panel.lanes) {
      svg_ += fmt::format("<g class=\"lane\">\n<title>{}</title>\n", Escaped(lane.name));
      DrawLane(lane, panel.states);
      svg_ += "</g>\n" + Text(right_ + kGap, y_ + 0.5 * kLaneHeight + kBaseline, "start",
                              Escaped(Fitted(lane.name, LegendWidth())));
      y_ += kLaneRow;
    }
    if (last_) svg_ += TimeAxis();
    y_ += kGap;
  }

  /// The key of the fillings, in the line of the title.
  void DrawKey(const LanePanel& panel) {
    double x = right_;
    for (size_t i = panel.states.size(); i-- > 0;) {
      x -= TextWidth(panel.states[i]);
      svg_ += Text(x, y_ - 10.0, "start", Escaped(panel.states[i]));
      x -= 30.0;
      svg_ += Box(x, y_ - 22.0, 24.0, 14.0, static_cast<int>(i));
      x -= kGap;
    }
  }

  static std::string Box(double x, double y, double width, double height, int state) {
    constexpr const char* kFills[] = {"white", "#4d4d4d", "url(#hatch)"};
    return fmt::format(
        "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\" stroke=\"{}\" "
        "stroke-width=\"0.5\"/>\n",
        x, y, width, height, kFills[std::clamp(state, 0, 2)], kTextColour);
  }

  /// Spans may be much shorter than a pixel. A column shows the highest state that occurs in it, so that a
  /// short slip is visible.
  void DrawLane(const LanePanel::Lane& lane, const std::vector<std::string>& states) {
    const int columns = static_cast<int>(right_ - left_);
    std::vector<int> state(columns + 1, 0);
    for (const LanePanel::Span& span : lane.spans) {
      const int first = std::clamp(static_cast<int>(x_.PixelOf(span.from) - left_), 0, columns - 1);
      const int last =
          std::clamp(static_cast<int>(std::ceil(x_.PixelOf(span.to) - left_)), first + 1, columns);
      for (int k = first; k < last; ++k) state[k] = std::max(state[k], span.state);
    }
    state[columns] = -1;  // ends the last run
    svg_ += Box(left_, y_, columns, kLaneHeight, 0);
    for (int begin = 0, end = 0; begin < columns; begin = end) {
      while (state[end] == state[begin]) ++end;
      if (state[begin] > 0) svg_ += Box(left_ + begin, y_, end - begin, kLaneHeight, state[begin]);
      svg_ += LaneLabel(states.at(state[begin]), state[begin], left_ + 0.5 * (begin + end), end - begin);
    }
  }

  std::string LaneLabel(const std::string& text, int state, double x, double span) const {
    if (TextWidth(text) + 8.0 > span) return "";
    const double width = 0.85 * TextWidth(text), y = y_ + 0.5 * kLaneHeight;
    std::string svg;
    if (state == 2)  // a plain background for letters on hatching
      svg = fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"13\" fill=\"#ffe2c4\"/>\n",
                        x - 0.5 * width - 2.0, y - 6.5, width + 4.0);
    return svg + Text(x, y + 4.0, "middle", Escaped(text),
                      fmt::format(" font-size=\"11\" fill=\"{}\"", state == 1 ? "white" : kTextColour));
  }

  std::string TimeAxis() const {
    std::string svg = Line(left_, y_, right_, y_, kTextColour);
    for (const auto& tick : x_.ticks.labelled) {
      const double x = x_.PixelOf(tick.value);
      svg += Line(x, y_, x, y_ + kTick, kTextColour) +
             Text(x, y_ + kTick + kFontSize + 2.0, "middle", Escaped(tick.label));
    }
    return svg;
  }

  const StackedPlot& plot_;
  Range times_;
  double legend_ = 0.0, labels_ = 0.0;  // widths
  double left_ = 0.0, right_ = 0.0;
  PlacedAxis x_;
  double y_ = 0.0;  // current position on the page
  bool last_ = false, has_remark_ = false;
  std::string svg_, clip_;
};

}  // namespace

std::string ToSvg(const StackedPlot& plot) { return StackedDrawing(plot).Draw(); }

}  // namespace slipstick::plot
