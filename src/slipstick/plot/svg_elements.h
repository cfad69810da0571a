// SVG elements of plots: text, lines, markers and axes.
#pragma once

#include <string>
#include <vector>

#include "slipstick/plot/axis_ticks.h"

namespace slipstick::plot::svg {

// Pixels.
inline constexpr double kFontSize = 14.0, kTitleSize = 18.0;
inline constexpr double kBaseline = 0.35 * kFontSize;  // from a tick down to the baseline of its number
inline constexpr double kTick = 6.0, kMinorTick = 3.0;

inline constexpr const char* kTextColour = "#222222";  // text, axes and outlines
inline constexpr const char* kRemarkColour = "#666666";
inline constexpr const char* kGridColour = "#dddddd";

// Larger numbers overflow when ranges are computed.
inline constexpr double kMaxDrawable = 1e300;

/// Escapes text for XML and removes control characters, which XML does not allow.
std::string Escaped(const std::string& text);
/// An upper estimate in pixels; the exact width depends on the viewer's fonts.
double TextWidth(const std::string& text);
/// The text, or if it is wider than `width` pixels, both its ends with an ellipsis between them: names often
/// differ at their ends.
std::string Fitted(const std::string& text, double width);

/// The opening of a page: to be followed by elements and </svg>.
std::string OpenPage(int width, int height, const std::string& title);

std::string Line(double x1, double y1, double x2, double y2, const char* colour);
/// A text element. `anchor`: start, middle or end. `xml`: its content, escaped (Escaped). `attributes`:
/// further ones, each after a space.
std::string Text(double x, double y, const char* anchor, const std::string& xml,
                 const std::string& attributes = "");
/// Title and subtitle at the top of a page, at most `width` pixels wide; they take kHeading pixels.
std::string Heading(double x, double width, const std::string& title, const std::string& subtitle);
inline constexpr double kHeading = 66.0;
/// Rotated by 90 degrees about its middle.
std::string VerticalText(double x, double y, const std::string& xml);

/// Style of series i. The first ones differ in colour, dashes and marker, so that they can be distinguished
/// in black and white and by the colour-blind.
struct Style {
  explicit Style(size_t i);
  const char* colour;
  const char* dashes;
  int shape;
  bool hollow;
};
std::string Marker(const Style& style, double x, double y);
std::string Polyline(const Style& style, const std::vector<double>& x, const std::vector<double>& y);

/// An axis on the page: its ticks and its pixels.
struct PlacedAxis {
  AxisTicks ticks;
  bool log = false;
  double from = 0.0, to = 1.0;  ///< pixels of ticks.lower and ticks.upper

  double PixelOf(double value) const;
};

/// The frame that two axes span.
struct PlotFrame {
  PlacedAxis x, y;
  double left, right, top, bottom;
};
/// Both axes with grid, ticks and numbers. Of frames above each other, only the lowest needs numbers along x.
std::string Axes(const PlotFrame& frame, bool with_x_numbers = true);

}  // namespace slipstick::plot::svg
