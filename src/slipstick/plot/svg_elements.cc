#include "slipstick/plot/svg_elements.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace slipstick::plot::svg {
namespace {

constexpr double kMarker = 4.5;  // half its width

// Okabe and Ito's colours for all kinds of colour vision, without the yellow, which is too pale for a line.
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                    "#56b4e9", "#e69f00", "#000000"};
constexpr const char* kDashes[] = {"none", "8 4", "2 3", "10 3 2 3"};
constexpr int kShapes = 4;

std::string TickLabel(const AxisTicks::Labelled& tick) {
  std::string label = Escaped(tick.label);
  if (!tick.exponent.empty())
    label += fmt::format("<tspan dy=\"-6\" font-size=\"{}\">{}</tspan>", 0.75 * kFontSize, tick.exponent);
  return label;
}

}  // namespace

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

double TextWidth(const std::string& text) {
  double ems = 0.0;
  for (const char c : text) {
    if ((c & 0xC0) == 0x80) continue;  // not the first byte of a character
    const bool wide = (c >= 'A' && c <= 'Z') || c == 'm' || c == 'w' || c == '%' || c == '@';
    const bool narrow =
        c == ' ' || c == '.' || c == ',' || c == 'i' || c == 'l' || c == 'j' || c == '|' || c == '\'';
    ems += wide ? 0.76 : narrow ? 0.36 : 0.61;
  }
  return kFontSize * ems;
}

std::string Fitted(const std::string& text, double width) {
  if (TextWidth(text) <= width) return text;
  std::vector<std::string> characters;
  for (const char c : text) {
    if ((c & 0xC0) != 0x80 || characters.empty()) characters.emplace_back();
    characters.back() += c;
  }
  constexpr size_t kMinShown = 4;  // characters that are shown in any case
  if (characters.size() <= kMinShown) return text;
  const double narrowest = TextWidth("i");
  size_t shown = std::min(characters.size() - 1, static_cast<size_t>(std::max(width, 0.0) / narrowest));
  for (shown = std::max(shown, kMinShown);; --shown) {
    const size_t head = (shown + 1) / 2, tail = characters.size() - (shown - head);
    std::string fitted;
    for (size_t i = 0; i < head; ++i) fitted += characters[i];
    fitted += "…";
    for (size_t i = tail; i < characters.size(); ++i) fitted += characters[i];
    if (shown == kMinShown || TextWidth(fitted) <= width) return fitted;
  }
}

std::string OpenPage(int width, int height, const std::string& title) {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\"\n"
      "     font-family=\"'DejaVu Sans', Verdana, Arial, sans-serif\" font-size=\"{2}\" fill=\"{3}\">\n"
      "<title>{4}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      width, height, kFontSize, kTextColour, Escaped(title));
}

std::string Line(double x1, double y1, double x2, double y2, const char* colour) {
  return fmt::format("<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" stroke=\"{}\"/>\n", x1,
                     y1, x2, y2, colour);
}

std::string Text(double x, double y, const char* anchor, const std::string& xml,
                 const std::string& attributes) {
  return fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor,
                     attributes, xml);
}

std::string Heading(double x, double width, const std::string& title, const std::string& subtitle) {
  return Text(x, 28.0, "start", Escaped(Fitted(title, width * kFontSize / kTitleSize)),
              fmt::format(" font-size=\"{}\" font-weight=\"bold\"", kTitleSize)) +
         Text(x, 50.0, "start", Escaped(Fitted(subtitle, width)), fmt::format(" fill=\"{}\"", kRemarkColour));
}

std::string VerticalText(double x, double y, const std::string& xml) {
  return Text(x, y, "middle", xml, fmt::format(" transform=\"rotate(-90 {:.2f} {:.2f})\"", x, y));
}

Style::Style(size_t i)
    : colour(kColours[i % std::size(kColours)]),
      dashes(kDashes[i % std::size(kDashes)]),
      shape(static_cast<int>(i) % kShapes),
      hollow(i / kShapes % 2 == 1) {}

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

double PlacedAxis::PixelOf(double value) const {
  const auto f = [&](double x) { return log ? std::log10(x) : x; };
  const double lower = f(ticks.lower), upper = f(ticks.upper);
  return from + (to - from) * (f(value) - lower) / (upper - lower);
}

std::string Axes(const PlotFrame& frame, bool with_x_numbers) {
  std::string svg;
  for (const auto& tick : frame.x.ticks.labelled) {
    const double x = frame.x.PixelOf(tick.value);
    svg += Line(x, frame.top, x, frame.bottom, kGridColour) +
           Line(x, frame.bottom, x, frame.bottom + kTick, kTextColour);
    if (with_x_numbers) svg += Text(x, frame.bottom + kTick + kFontSize + 2.0, "middle", TickLabel(tick));
  }
  for (const auto& tick : frame.y.ticks.labelled) {
    const double y = frame.y.PixelOf(tick.value);
    svg += Line(frame.left, y, frame.right, y, kGridColour) +
           Line(frame.left - kTick, y, frame.left, y, kTextColour);
    svg += Text(frame.left - kTick - 4.0, y + kBaseline, "end", TickLabel(tick));
  }
  for (const double value : frame.x.ticks.minor) {
    const double x = frame.x.PixelOf(value);
    svg += Line(x, frame.bottom, x, frame.bottom + kMinorTick, kTextColour);
  }
  for (const double value : frame.y.ticks.minor) {
    const double y = frame.y.PixelOf(value);
    svg += Line(frame.left - kMinorTick, y, frame.left, y, kTextColour);
  }
  return svg + Line(frame.left, frame.bottom, frame.right, frame.bottom, kTextColour) +
         Line(frame.left, frame.top, frame.left, frame.bottom, kTextColour);
}

}  // namespace slipstick::plot::svg
