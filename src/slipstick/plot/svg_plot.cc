#include "slipstick/plot/svg_plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "slipstick/core/atomic_file.h"
#include "slipstick/core/error.h"
#include "slipstick/plot/axis_ticks.h"
#include "slipstick/plot/svg_elements.h"

namespace slipstick::plot {
namespace {

using Scale = LinePlot::Scale;
using namespace svg;

// Pixels.
constexpr double kTop = 56.0, kBottom = 64.0, kLeft = 84.0, kMargin = 20.0;
constexpr const char* kReferenceLineColour = "#767676";
constexpr double kLegendLineLength = 40.0, kLegendRowHeight = 24.0;
constexpr size_t kMaxMarkers = 30;

// ---- checks of the input -----------------------------------------------------------------------

void CheckValue(double value, const LinePlot::Axis& axis, const std::string& where) {
  if (!std::isfinite(value) || std::abs(value) > kMaxDrawable)
    throw InputError(
        fmt::format("{} is {:g}; only finite numbers up to {:g} can be drawn.", where, value, kMaxDrawable));
  if (axis.scale == Scale::kLog && value < 1.0 / kMaxDrawable)
    throw InputError(
        fmt::format("{} is {:g}, but the axis '{}' is logarithmic and needs values > 0; "
                    "leave the point out or make the axis linear.",
                    where, value, axis.label));
}

void Check(const LinePlot& plot) {
  const auto refuse = [&](const std::string& reason) {
    throw InputError(fmt::format("plot '{}': {}", plot.title, reason));
  };
  if (plot.series.empty()) refuse("there is no series to draw; add at least one.");
  for (const LinePlot::Series& series : plot.series) {
    if (series.x.size() != series.y.size())
      refuse(fmt::format("series '{}' has {} x values and {} y values; a point needs both.", series.name,
                         series.x.size(), series.y.size()));
    if (series.x.empty())
      refuse(fmt::format("series '{}' has no points; give it some or leave it out.", series.name));
    for (size_t i = 0; i < series.x.size(); ++i) {
      const auto where = [&](char letter) {
        return fmt::format("plot '{}': series '{}', {}[{}]", plot.title, series.name, letter, i);
      };
      CheckValue(series.x[i], plot.x, where('x'));
      CheckValue(series.y[i], plot.y, where('y'));
    }
  }
  for (const LinePlot::ReferenceLine& line : plot.reference_lines)
    CheckValue(line.y, plot.y, fmt::format("plot '{}': reference line '{}'", plot.title, line.name));
}

// ---- layout ------------------------------------------------------------------------------------

PlacedAxis Place(const LinePlot::Axis& axis, const std::vector<double>& values, double from, double to) {
  const auto [smallest, largest] = std::minmax_element(values.begin(), values.end());
  const bool log = axis.scale == Scale::kLog;
  return {log ? LogTicks(*smallest, *largest) : LinearTicks(*smallest, *largest), log, from, to};
}

/// All values on an axis.
std::vector<double> ValuesOn(const LinePlot& plot, std::vector<double> LinePlot::Series::*values) {
  std::vector<double> all;
  for (const LinePlot::Series& series : plot.series)
    all.insert(all.end(), (series.*values).begin(), (series.*values).end());
  return all;
}

PlotFrame Arrange(const LinePlot& plot) {
  double legend = 0.0;
  for (const LinePlot::Series& series : plot.series) legend = std::max(legend, TextWidth(series.name));
  // Long names may take half of the page, not more: the lines matter more than their names.
  const double right = std::max(0.5 * plot.width, plot.width - legend - kLegendLineLength - 2.0 * kMargin);
  const double bottom = plot.height - kBottom;
  std::vector<double> y = ValuesOn(plot, &LinePlot::Series::y);
  for (const LinePlot::ReferenceLine& line : plot.reference_lines) y.push_back(line.y);
  return {Place(plot.x, ValuesOn(plot, &LinePlot::Series::x), kLeft, right),
          Place(plot.y, y, bottom, kTop),
          kLeft,
          right,
          kTop,
          bottom};
}

// ---- drawing -----------------------------------------------------------------------------------

std::string Titles(const LinePlot& plot, const PlotFrame& frame) {
  const double x = 0.5 * (frame.left + frame.right), y = 0.5 * (frame.top + frame.bottom);
  return Text(frame.left, 0.6 * kTop, "start", Escaped(plot.title),
              fmt::format(" font-size=\"{}\" font-weight=\"bold\"", kTitleSize)) +
         Text(x, plot.height - 0.25 * kBottom, "middle", Escaped(plot.x.label)) +
         VerticalText(0.25 * kLeft, y, Escaped(plot.y.label));
}

/// Too many markers would hide the lines.
bool HasMarkers(size_t points) { return points <= kMaxMarkers; }

std::string LineWithMarkers(const Style& style, const std::vector<double>& x, const std::vector<double>& y) {
  std::string svg = Polyline(style, x, y);
  if (!HasMarkers(x.size())) return svg;
  for (size_t i = 0; i < x.size(); ++i) svg += Marker(style, x[i], y[i]);
  return svg;
}

std::string Lines(const LinePlot& plot, const PlotFrame& frame) {
  std::string svg;
  for (size_t i = 0; i < plot.series.size(); ++i) {
    const LinePlot::Series& series = plot.series[i];
    std::vector<double> x, y;
    for (const double value : series.x) x.push_back(frame.x.PixelOf(value));
    for (const double value : series.y) y.push_back(frame.y.PixelOf(value));
    svg += fmt::format("<g class=\"series\">\n<title>{}</title>\n{}</g>\n", Escaped(series.name),
                       LineWithMarkers(Style(i), x, y));
  }
  return svg;
}

/// Grey, with the name above its right end, where curves of errors and times seldom are.
std::string ReferenceLines(const LinePlot& plot, const PlotFrame& frame) {
  std::string svg;
  for (const LinePlot::ReferenceLine& line : plot.reference_lines) {
    const double y = frame.y.PixelOf(line.y);
    svg += Line(frame.left, y, frame.right, y, kReferenceLineColour);
    svg += Text(frame.right - 4.0, y - 5.0, "end", Escaped(line.name),
                fmt::format(" fill=\"{}\" font-size=\"{}\"", kReferenceLineColour, 0.85 * kFontSize));
  }
  return svg;
}

std::string Legend(const LinePlot& plot, const PlotFrame& frame) {
  std::string svg = "<g class=\"legend\">\n";
  for (size_t i = 0; i < plot.series.size(); ++i) {
    const double x = frame.right + kMargin, y = frame.top + kLegendRowHeight * (static_cast<double>(i) + 0.5);
    svg += Polyline(Style(i), {x, x + kLegendLineLength}, {y, y});
    if (HasMarkers(plot.series[i].x.size())) svg += Marker(Style(i), x + 0.5 * kLegendLineLength, y);
    const double left = x + kLegendLineLength + 8.0;
    svg += Text(left, y + 0.35 * kFontSize, "start", Escaped(Fitted(plot.series[i].name, plot.width - left)));
  }
  return svg + "</g>\n";
}

}  // namespace

std::string ToSvg(const LinePlot& plot) {
  Check(plot);
  const PlotFrame frame = Arrange(plot);
  std::string svg = OpenPage(plot.width, plot.height, plot.title);
  svg += Axes(frame);
  svg += ReferenceLines(plot, frame);
  svg += Lines(plot, frame);
  svg += Legend(plot, frame);
  svg += Titles(plot, frame);
  return svg + "</svg>\n";
}

void WriteSvg(const LinePlot& plot, const std::string& path) {
  const std::string svg = ToSvg(plot);
  std::error_code ignored;  // a missing folder shows when the file is opened
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
  WriteFileAtomically(path, svg);
}

}  // namespace slipstick::plot
