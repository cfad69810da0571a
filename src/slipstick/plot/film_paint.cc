#include "slipstick/plot/film_paint.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "slipstick/plot/svg_elements.h"

namespace slipstick::plot::film {

std::string PointList(const std::vector<Point>& points) {
  std::string text;
  for (const Point& point : points)
    text += fmt::format("{}{:.1f},{:.1f}", text.empty() ? "" : " ", point.x(), point.y());
  return text;
}

namespace {

using svg::kTextColour;

// Pixels.
constexpr double kDot = 3.0, kBar = 6.0, kSoleWidth = 3.0, kEdge = 0.7;
constexpr double kArrowWidth = 2.0, kArrowHead = 9.0;
constexpr double kGlass = 0.75;  // opacity of objects, so that the hand behind them stays visible
constexpr const char* kForce = "#d55e00";

/// Colours of a tone: dark, light, edge. Tones also differ in lightness, for grey prints.
struct Paint {
  std::array<int, 3> dark, light;
  const char* edge;
};
Paint PaintOf(Tone tone) {
  switch (tone) {
    case Tone::kMiddle: return {{112, 120, 128}, {212, 216, 220}, "#4a5158"};
    case Tone::kLeft: return {{122, 190, 232}, {196, 228, 247}, "#3f86b4"};
    case Tone::kRight: return {{0, 66, 106}, {26, 126, 186}, "#00304e"};
    case Tone::kSole: return {{34, 34, 34}, {34, 34, 34}, kTextColour};
    case Tone::kObject: return {{240, 190, 80}, {252, 228, 174}, "#8a5a00"};
    case Tone::kFixed: return {{214, 214, 210}, {236, 236, 233}, "#9a9a96"};
  }
  return {{0, 0, 0}, {0, 0, 0}, kTextColour};
}

std::string Colour(Tone tone, double light) {
  const Paint paint = PaintOf(tone);
  std::string colour = "#";
  for (int i = 0; i < 3; ++i)
    colour += fmt::format(
        "{:02x}", static_cast<int>(std::lround(paint.dark[i] + std::clamp(light, 0.0, 1.0) *
                                                                   (paint.light[i] - paint.dark[i]))));
  return colour;
}

std::string Disc(const Point& at, double radius, const std::string& fill, const char* edge) {
  return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"{}\" stroke=\"{}\"/>\n", at.x(),
                     at.y(), radius, fill, edge);
}

std::string BarThrough(const std::vector<Point>& points, double width, const std::string& colour) {
  return fmt::format(
      "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" "
      "stroke-linejoin=\"round\"/>\n",
      PointList(points), colour, width);
}

}  // namespace

const char* const kCommon = "stroke-width=\"0.7\" stroke-linejoin=\"round\"";

std::string Area(Tone tone, double light, const std::vector<Point>& points) {
  const std::string fill = Colour(tone, light);
  const char* edge = PaintOf(tone).edge;
  if (points.size() == 1) return Disc(points[0], kDot, fill, edge);
  if (points.size() == 2) {
    if (tone == Tone::kSole) return BarThrough(points, kSoleWidth, fill);
    return BarThrough(points, kBar, edge) + BarThrough(points, kBar - 2.0 * kEdge, fill);
  }
  return fmt::format("<polygon points=\"{}\" fill=\"{}\" stroke=\"{}\"{}/>\n", PointList(points), fill, edge,
                     tone == Tone::kSole     ? fmt::format(" stroke-width=\"{}\"", kSoleWidth)
                     : tone == Tone::kObject ? fmt::format(" fill-opacity=\"{}\"", kGlass)
                                             : "");
}

std::string ArrowAlong(const Point& from, const Point& along, const std::string& attributes) {
  const double length = along.norm();
  const Point unit = along / length, across(-unit.y(), unit.x());
  const double head = std::min(kArrowHead, 0.6 * length);
  const Point tip = from + along, neck = tip - head * unit;
  return fmt::format(
      "<g class=\"arrow\"{}><line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" stroke=\"{}\" "
      "stroke-width=\"{}\"/>"
      "<polygon points=\"{}\" fill=\"{}\"/></g>\n",
      attributes, from.x(), from.y(), neck.x(), neck.y(), kForce, kArrowWidth,
      PointList({tip, neck + 0.4 * head * across, neck - 0.4 * head * across}), kForce);
}

std::string PathThrough(const std::vector<Point>& points) {
  return fmt::format(
      "<polyline class=\"path\" points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.2\" "
      "stroke-linejoin=\"round\"/>\n",
      PointList(points), kForce);
}

std::string CentreMark(const Point& at) {
  const double r = kCentreMark, x = at.x(), y = at.y();
  return Disc(at, r, "white", kTextColour) +
         fmt::format(
             "<path d=\"M{0:.1f},{1:.1f} v{2} a{3},{3} 0 0 1 {3},{3} z M{0:.1f},{1:.1f} v{3} "
             "a{3},{3} 0 0 1 {2},{2} z\" fill=\"{4}\"/>\n",
             x, y, -r, r, kTextColour);
}

}  // namespace slipstick::plot::film
