#include "record/svg_plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "core/error.h"
#include "record/axis_ticks.h"

namespace slipstick {
namespace {

using Scale = LinePlot::Scale;
using Series = LinePlot::Series;

// Pixels.
constexpr double kFontSize = 14.0, kTitleSize = 18.0;
constexpr double kCharacterWidth = 0.58 * kFontSize;  // of an average character, on the generous side
constexpr double kTop = 56.0, kBottom = 64.0, kLeft = 84.0, kGap = 20.0;
constexpr double kTick = 6.0, kMinorTick = 3.0;
constexpr double kLegendLine = 40.0, kLegendRow = 24.0;
constexpr double kMarker = 4.5;  // half its width

constexpr const char* kInk = "#222222";
constexpr const char* kGrid = "#dddddd";
// Okabe and Ito's colours for all kinds of colour vision, without the yellow, which is too pale for a line.
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                    "#56b4e9", "#e69f00", "#000000"};
constexpr const char* kDashes[] = {"none", "8 4", "2 3", "10 3 2 3"};
constexpr int kShapes = 4;

// Larger numbers overflow when ranges are computed.
constexpr double kLargestDrawable = 1e300;

// ---- what cannot be drawn ----------------------------------------------------------------------

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
  for (const Series& series : plot.series) {
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
}

// ---- layout ------------------------------------------------------------------------------------

/// An axis on the page: its ticks and where a value comes to lie.
struct PlacedAxis {
  AxisTicks ticks;
  Scale scale;
  double from, to;  // pixels of ticks.lower and ticks.upper

  double At(double value) const {
    const auto f = [&](double x) { return scale == Scale::kLog ? std::log10(x) : x; };
    const double lower = f(ticks.lower), upper = f(ticks.upper);
    return from + (to - from) * (f(value) - lower) / (upper - lower);
  }
};

PlacedAxis Place(const LinePlot& plot, const LinePlot::Axis& axis, std::vector<double> Series::*values,
                 double from, double to) {
  double smallest = (plot.series.front().*values).front(), largest = smallest;
  for (const Series& series : plot.series) {
    const auto [low, high] = std::minmax_element((series.*values).begin(), (series.*values).end());
    smallest = std::min(smallest, *low), largest = std::max(largest, *high);
  }
  const bool log = axis.scale == Scale::kLog;
  return {log ? LogTicks(smallest, largest) : LinearTicks(smallest, largest), axis.scale, from, to};
}

struct Layout {
  PlacedAxis x, y;
  double left, right, top, bottom;  // of the frame
};

/// Characters, not bytes, of a UTF-8 text.
double TextWidth(const std::string& text) {
  return kCharacterWidth * static_cast<double>(std::count_if(text.begin(), text.end(),
                                                             [](char c) { return (c & 0xC0) != 0x80; }));
}

Layout Arrange(const LinePlot& plot) {
  double legend = 0.0;
  for (const Series& series : plot.series) legend = std::max(legend, TextWidth(series.name));
  // Long names may take half of the page, not more: the lines matter more than their names.
  const double right = std::max(0.5 * plot.width, plot.width - legend - kLegendLine - 2.0 * kGap);
  const double bottom = plot.height - kBottom;
  return {Place(plot, plot.x, &Series::x, kLeft, right),
          Place(plot, plot.y, &Series::y, bottom, kTop),
          kLeft,
          right,
          kTop,
          bottom};
}

// ---- drawing -----------------------------------------------------------------------------------

/// Text as XML wants it. Control characters have no place in XML at all.
std::string Escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return result;
}

std::string Line(double x1, double y1, double x2, double y2, const char* colour) {
  return fmt::format("<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" stroke=\"{}\"/>\n", x1,
                     y1, x2, y2, colour);
}

/// `content` is XML already. `anchor`: start, middle or end.
std::string Text(double x, double y, const char* anchor, const std::string& content,
                 const std::string& more = "") {
  return fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                     content);
}

std::string TickLabel(const AxisTicks::Labelled& tick) {
  std::string label = Escaped(tick.label);
  if (!tick.exponent.empty())
    label += fmt::format("<tspan dy=\"-6\" font-size=\"{}\">{}</tspan>", 0.75 * kFontSize, tick.exponent);
  return label;
}

std::string Axes(const Layout& at) {
  constexpr double kBaseline = 0.35 * kFontSize;  // brings the middle of a digit to the height of its tick
  std::string svg;
  for (const auto& tick : at.x.ticks.labelled) {
    const double x = at.x.At(tick.value);
    svg += Line(x, at.top, x, at.bottom, kGrid) + Line(x, at.bottom, x, at.bottom + kTick, kInk);
    svg += Text(x, at.bottom + kTick + kFontSize + 2.0, "middle", TickLabel(tick));
  }
  for (const auto& tick : at.y.ticks.labelled) {
    const double y = at.y.At(tick.value);
    svg += Line(at.left, y, at.right, y, kGrid) + Line(at.left - kTick, y, at.left, y, kInk);
    svg += Text(at.left - kTick - 4.0, y + kBaseline, "end", TickLabel(tick));
  }
  for (const double value : at.x.ticks.minor) {
    const double x = at.x.At(value);
    svg += Line(x, at.bottom, x, at.bottom + kMinorTick, kInk);
  }
  for (const double value : at.y.ticks.minor) {
    const double y = at.y.At(value);
    svg += Line(at.left - kMinorTick, y, at.left, y, kInk);
  }
  return svg + Line(at.left, at.bottom, at.right, at.bottom, kInk) +
         Line(at.left, at.top, at.left, at.bottom, kInk);
}

std::string Titles(const LinePlot& plot, const Layout& at) {
  const double x = 0.5 * (at.left + at.right), y = 0.5 * (at.top + at.bottom);
  const double y_label = 0.25 * kLeft;
  return Text(at.left, 0.6 * kTop, "start", Escaped(plot.title),
              fmt::format(" font-size=\"{}\" font-weight=\"bold\"", kTitleSize)) +
         Text(x, plot.height - 0.25 * kBottom, "middle", Escaped(plot.x.label)) +
         Text(y_label, y, "middle", Escaped(plot.y.label),
              fmt::format(" transform=\"rotate(-90 {:.2f} {:.2f})\"", y_label, y));
}

/// Series i as seen from its number: the first ones differ in everything.
struct Style {
  const char* colour;
  const char* dashes;
  int shape;
  bool hollow;

  explicit Style(size_t i)
      : colour(kColours[i % std::size(kColours)]),
        dashes(kDashes[i % std::size(kDashes)]),
        shape(static_cast<int>(i) % kShapes),
        hollow(i / kShapes % 2 == 1) {}
};

std::string Marker(const Style& style, double x, double y) {
  const std::string paint = fmt::format("fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"",
                                        style.hollow ? "white" : style.colour, style.colour);
  const double r = kMarker;
  switch (style.shape) {
    case 0: return fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{}\" {}/>\n", x, y, r, paint);
    case 1:
      return fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{}\" height=\"{}\" {}/>\n", x - r, y - r,
                         2 * r, 2 * r, paint);
    case 2:
      return fmt::format("<polygon points=\"{:.2f},{:.2f} {:.2f},{:.2f} {:.2f},{:.2f}\" {}/>\n", x,
                         y - 1.2 * r, x + 1.15 * r, y + 0.8 * r, x - 1.15 * r, y + 0.8 * r, paint);
    default:
      return fmt::format("<polygon points=\"{:.2f},{:.2f} {:.2f},{:.2f} {:.2f},{:.2f} {:.2f},{:.2f}\" {}/>\n",
                         x, y - 1.35 * r, x + 1.35 * r, y, x, y + 1.35 * r, x - 1.35 * r, y, paint);
  }
}

std::string Polyline(const Style& style, const std::vector<double>& x, const std::vector<double>& y) {
  std::string points;
  for (size_t i = 0; i < x.size(); ++i) points += fmt::format("{}{:.2f},{:.2f}", i ? " " : "", x[i], y[i]);
  return fmt::format(
      "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" "
      "stroke-dasharray=\"{}\" stroke-linejoin=\"round\"/>\n",
      points, style.colour, style.dashes);
}

std::string LineWithMarkers(const Style& style, const std::vector<double>& x, const std::vector<double>& y) {
  std::string svg = Polyline(style, x, y);
  for (size_t i = 0; i < x.size(); ++i) svg += Marker(style, x[i], y[i]);
  return svg;
}

std::string Lines(const LinePlot& plot, const Layout& at) {
  std::string svg;
  for (size_t i = 0; i < plot.series.size(); ++i) {
    const Series& series = plot.series[i];
    std::vector<double> x, y;
    for (const double value : series.x) x.push_back(at.x.At(value));
    for (const double value : series.y) y.push_back(at.y.At(value));
    svg += fmt::format("<g class=\"series\">\n<title>{}</title>\n{}</g>\n", Escaped(series.name),
                       LineWithMarkers(Style(i), x, y));
  }
  return svg;
}

std::string Legend(const LinePlot& plot, const Layout& at) {
  std::string svg = "<g class=\"legend\">\n";
  for (size_t i = 0; i < plot.series.size(); ++i) {
    const double x = at.right + kGap, y = at.top + kLegendRow * (static_cast<double>(i) + 0.5);
    svg += Polyline(Style(i), {x, x + kLegendLine}, {y, y}) + Marker(Style(i), x + 0.5 * kLegendLine, y);
    svg += Text(x + kLegendLine + 8.0, y + 0.35 * kFontSize, "start", Escaped(plot.series[i].name));
  }
  return svg + "</g>\n";
}

}  // namespace

std::string ToSvg(const LinePlot& plot) {
  Check(plot);
  const Layout at = Arrange(plot);
  std::string svg = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\"\n"
      "     font-family=\"'DejaVu Sans', Verdana, Arial, sans-serif\" font-size=\"{2}\" fill=\"{3}\">\n"
      "<title>{4}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      plot.width, plot.height, kFontSize, kInk, Escaped(plot.title));
  svg += Axes(at);
  svg += Lines(plot, at);
  svg += Legend(plot, at);
  svg += Titles(plot, at);
  return svg + "</svg>\n";
}

void WriteSvg(const LinePlot& plot, const std::string& path) {
  const std::string svg = ToSvg(plot);
  std::error_code ignored;  // whether the folder is there shows when the file is opened
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
  std::ofstream file(path, std::ios::binary);
  file << svg << std::flush;
  if (!file)
    throw InputError(fmt::format("{}: cannot be written; is the folder there and are you allowed to?", path));
}

}  // namespace slipstick
