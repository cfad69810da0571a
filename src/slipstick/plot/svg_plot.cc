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
constexpr const char* kLevel = "#767676";
constexpr double kKeyLength = 40.0, kKeyRow = 24.0;
constexpr size_t kMaxMarkers = 30;

// ---- checks of the input -----------------------------------------------------------------------

void CheckValue(double value, const LinePlot::Axis& axis, const std::string& where) {
  if (!std::isfinite(value) || std::abs(value) > kLargestDrawable)
    throw InputError(fmt::format("{} is {:g}; only finite numbers up to {:g} can be drawn.", where, value,
                                 kLargestDrawable));
  if (axis.scale == Scale::kLog && value < 1.0 / kLargestDrawable)
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
  for (const LinePlot::Level& level : plot.levels)
    CheckValue(level.y, plot.y, fmt::format("plot '{}': level '{}'", plot.title, level.name));
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
  const double right = std::max(0.5 * plot.width, plot.width - legend - kKeyLength - 2.0 * kMargin);
  const double bottom = plot.height - kBottom;
  std::vector<double> y = ValuesOn(plot, &LinePlot::Series::y);
  for (const LinePlot::Level& level : plot.levels) y.push_back(level.y);
  return {Place(plot.x, ValuesOn(plot, &LinePlot::Series::x), kLeft, right),
          Place(plot.y, y, bottom, kTop),
          kLeft,
          right,
          kTop,
          bottom};
}

// ---- drawing -----------------------------------------------------------------------------------

std::string Titles(const LinePlot& plot, const PlotFrame& at) {
  const double x = 0.5 * (at.left + at.right), y = 0.5 * (at.top + at.bottom);
  return Text(at.left, 0.6 * kTop, "start", Escaped(plot.title),
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

std::string Lines(const LinePlot& plot, const PlotFrame& at) {
  std::string svg;
  for (size_t i = 0; i < plot.series.size(); ++i) {
    const LinePlot::Series& series = plot.series[i];
    std::vector<double> x, y;
    for (const double value : series.x) x.push_back(at.x.At(value));
    for (const double value : series.y) y.push_back(at.y.At(value));
    svg += fmt::format("<g class=\"series\">\n<title>{}</title>\n{}</g>\n", Escaped(series.name),
                       LineWithMarkers(Style(i), x, y));
  }
  return svg;
}

/// Grey, with the name above its right end, where lines of errors and times seldom are.
std::string Levels(const LinePlot& plot, const PlotFrame& at) {
  std::string svg;
  for (const LinePlot::Level& level : plot.levels) {
    const double y = at.y.At(level.y);
    svg += Line(at.left, y, at.right, y, kLevel);
    svg += Text(at.right - 4.0, y - 5.0, "end", Escaped(level.name),
                fmt::format(" fill=\"{}\" font-size=\"{}\"", kLevel, 0.85 * kFontSize));
  }
  return svg;
}

/// Cut to the available width, with an ellipsis.
std::string Fitting(std::string name, double width) {
  if (TextWidth(name) <= width) return name;
  while (!name.empty() && TextWidth(name + "…") > width) {
    while ((name.back() & 0xC0) == 0x80) name.pop_back();  // all bytes of a character
    name.pop_back();
  }
  return name + "…";
}

std::string Legend(const LinePlot& plot, const PlotFrame& at) {
  std::string svg = "<g class=\"legend\">\n";
  for (size_t i = 0; i < plot.series.size(); ++i) {
    const double x = at.right + kMargin, y = at.top + kKeyRow * (static_cast<double>(i) + 0.5);
    svg += Polyline(Style(i), {x, x + kKeyLength}, {y, y});
    if (HasMarkers(plot.series[i].x.size())) svg += Marker(Style(i), x + 0.5 * kKeyLength, y);
    const double left = x + kKeyLength + 8.0;
    svg +=
        Text(left, y + 0.35 * kFontSize, "start", Escaped(Fitting(plot.series[i].name, plot.width - left)));
  }
  return svg + "</g>\n";
}

}  // namespace

std::string ToSvg(const LinePlot& plot) {
  Check(plot);
  const PlotFrame at = Arrange(plot);
  std::string svg = OpenPage(plot.width, plot.height, plot.title);
  svg += Axes(at);
  svg += Levels(plot, at);
  svg += Lines(plot, at);
  svg += Legend(plot, at);
  svg += Titles(plot, at);
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
