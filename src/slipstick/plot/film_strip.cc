#include "slipstick/plot/film_strip.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "slipstick/plot/film_layout.h"
#include "slipstick/plot/film_paint.h"
#include "slipstick/plot/svg_elements.h"

namespace slipstick::plot {
namespace film {
namespace {

using namespace svg;

// Pixels.
constexpr double kSide = 20.0, kLegendRow = 24.0, kRowTitle = 32.0, kCaption = 20.0, kRemark = 16.0,
                 kGap = 14.0;
constexpr double kBetweenFields = 8.0, kSoil = 9.0;
constexpr double kSmallestArrow = 0.02;  // of the largest force; smaller arrows are left out
constexpr const char* kEarth = "#e6e2da";

/// The largest of 1, 2, 5, 10, ... that does not exceed the value.
double RoundBelow(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  return power * (value >= 5.0 * power ? 5.0 : value >= 2.0 * power ? 2.0 : 1.0);
}

class FilmDrawing {
 public:
  explicit FilmDrawing(const FilmStrip& film)
      : film_(film), inner_width_(film.width - 2.0 * kSide), layout_(PlaceRows(film, inner_width_)) {}

  std::string Draw() {
    y_ = kHeading;
    DrawLegend();
    for (size_t i = 0; i < film_.rows.size(); ++i) DrawRow(film_.rows[i], layout_.rows[i]);
    return OpenPage(film_.width, static_cast<int>(y_ + 0.5 * kGap), film_.title) +
           Heading(kSide, inner_width_, film_.title, film_.subtitle) + svg_ + "</svg>\n";
  }

 private:
  double PixelsPerNewton(const PlacedRow& row) const { return row.scale * layout_.metres_per_newton; }

  // ---- legend ----------------------------------------------------------------------------------

  bool Has(Tone tone) const {
    return Any([&](const FilmStrip::Figure& figure) {
      return std::any_of(figure.patches.begin(), figure.patches.end(),
                         [&](const FilmStrip::Patch& patch) { return patch.tone == tone; });
    });
  }

  template <class Is>
  bool Any(const Is& is) const {
    for (const FilmStrip::Row& row : film_.rows)
      if (std::any_of(row.figures.begin(), row.figures.end(), is)) return true;
    return false;
  }

  /// One line of keys below the heading.
  void DrawLegend() {
    double x = kSide;
    const double y = y_ + 0.3 * kLegendRow;
    const auto name = [&](double key, const std::string& text) {
      svg_ += Text(x + key + 8.0, y + kBaseline, "start", Escaped(text));
      x += key + 8.0 + TextWidth(text) + 18.0;
    };
    const auto swatch = [&](Tone tone, const char* text) {
      if (!Has(tone)) return;
      svg_ += Area(tone, 0.5, {{x, y - 6.0}, {x + 18.0, y - 6.0}, {x + 18.0, y + 6.0}, {x, y + 6.0}});
      name(18.0, text);
    };
    svg_ += fmt::format("<g class=\"legend\" {}>\n", kCommon);
    swatch(Tone::kLeft, "left");
    swatch(Tone::kRight, "right");
    swatch(Tone::kObject, "loose");
    if (Any([](const FilmStrip::Figure& figure) { return figure.centre.has_value(); })) {
      svg_ += CentreMark({x + kCentreMark, y});
      name(2.0 * kCentreMark, "centre of mass");
    }
    if (Any([](const FilmStrip::Figure& figure) { return !figure.paths.empty(); })) {
      svg_ += PathThrough({{x, y}, {x + 24.0, y}});
      name(24.0, "centre of pressure");
    }
    if (layout_.largest_force > 0.0) {
      const double newtons = RoundBelow(0.7 * layout_.largest_force),
                   length = newtons * PixelsPerNewton(layout_.rows.front());
      svg_ += ArrowAlong({x, y}, {length, 0.0});
      name(length, fmt::format("{:g} N", newtons));
    }
    svg_ += "</g>\n";
    y_ += kLegendRow;
  }

  // ---- rows ------------------------------------------------------------------------------------

  void DrawRow(const FilmStrip::Row& row, const PlacedRow& at) {
    DrawRowTitle(row.title, at.scale);
    const double height = at.scale * at.window.sizes().y() + kSoil, pitch = inner_width_ / at.columns;
    const bool has_remarks = std::any_of(row.figures.begin(), row.figures.end(),
                                         [](const auto& figure) { return !figure.remark.empty(); });
    const bool has_captions = std::any_of(row.figures.begin(), row.figures.end(),
                                          [](const auto& figure) { return !figure.caption.empty(); });
    for (size_t i = 0; i < at.fields.size(); ++i) {
      const size_t column = i % at.columns;
      if (i > 0 && column == 0) y_ += height + kCaption + (has_remarks ? kRemark : 0.0) + kGap;
      left_ = kSide + pitch * static_cast<double>(column), right_ = left_ + pitch;
      bottom_ = y_ + height;
      DrawField(at.fields[i], at);
    }
    y_ += height + (has_captions ? kCaption : 0.0) + (has_remarks ? kRemark : 0.0) + kGap;
  }

  void DrawRowTitle(const std::string& title, double scale) {
    const double y = y_ + kRowTitle - 12.0, length = RoundBelow(130.0 / scale), x = kSide + inner_width_;
    const std::string size =
        length < 0.1 ? fmt::format("{:g} cm", 100.0 * length) : fmt::format("{:g} m", length);
    const double end = x - TextWidth(size) - 6.0, begin = end - scale * length, middle = y - kBaseline;
    svg_ += Text(kSide, y, "start", Escaped(Fitted(title, begin - kSide - 20.0)), " font-weight=\"bold\"") +
            Line(begin, middle, end, middle, kTextColour) +
            Line(begin, middle - 4.0, begin, middle + 4.0, kTextColour) +
            Line(end, middle - 4.0, end, middle + 4.0, kTextColour) + Text(x, y, "end", size);
    y_ += kRowTitle;
  }

  /// Pixels from metres, in the current field.
  Point At(const Point& p) const {
    return {0.5 * (left_ + right_) + at_->scale * (p.x() - origin_.x() - at_->window.center().x()),
            y_ + at_->scale * (at_->window.max().y() - (p.y() - origin_.y()))};
  }
  std::vector<Point> At(const std::vector<Point>& points) const {
    std::vector<Point> pixels;
    for (const Point& point : points) pixels.push_back(At(point));
    return pixels;
  }

  void DrawField(const PlacedRow::Field& field, const PlacedRow& at) {
    at_ = &at, origin_ = field.origin;
    const std::string clip = fmt::format("field{}", ++num_fields_);
    const double gap = at.fields.size() > 1 ? 0.5 * kBetweenFields : 0.0;
    svg_ += fmt::format(
        "<clipPath id=\"{}\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
        "height=\"{:.1f}\"/></clipPath>\n",
        clip, left_ + gap, y_, right_ - left_ - 2.0 * gap, bottom_ - y_);
    clip_ = fmt::format(" clip-path=\"url(#{})\" {}", clip, kCommon);
    svg_ += fmt::format("<g{}>\n", clip_);
    for (const FilmStrip::Figure* figure : field.figures) DrawSurroundings(*figure);
    svg_ += "</g>\n";
    for (const FilmStrip::Figure* figure : field.figures) DrawFigure(*figure);
  }

  /// Fixed bodies and ground, behind all figures.
  void DrawSurroundings(const FilmStrip::Figure& figure) {
    for (const FilmStrip::Patch& patch : figure.patches)
      if (patch.tone == Tone::kFixed) svg_ += Area(patch.tone, patch.light, At(patch.outline));
    if (figure.ground.empty()) return;
    std::vector<Point> line = At(figure.ground), soil = line;
    for (size_t i = line.size(); i-- > 0;) soil.emplace_back(line[i].x(), line[i].y() + kSoil);
    svg_ += fmt::format("<polygon points=\"{}\" fill=\"{}\"/>\n", PointList(soil), kEarth);
    svg_ += fmt::format(
        "<polyline class=\"ground\" points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.2\"/>\n",
        PointList(line), kTextColour);
  }

  void DrawFigure(const FilmStrip::Figure& figure) {
    const Point foot = At(figure.origin);
    svg_ += fmt::format("<g class=\"figure\">\n<title>{}</title>\n<g{}>\n", Escaped(figure.caption), clip_);
    if (figure.has_plumb_line)
      svg_ += fmt::format(
          "<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" stroke=\"{3}\" "
          "stroke-width=\"1\" stroke-dasharray=\"4 3\"/>\n",
          foot.x(), y_, foot.y(), kRemarkColour);
    for (const FilmStrip::Patch& patch : figure.patches)
      if (patch.tone != Tone::kFixed) svg_ += Area(patch.tone, patch.light, At(patch.outline));
    for (const auto& path : figure.paths) svg_ += PathThrough(At(path));
    svg_ += "</g>\n";
    for (const FilmStrip::Arrow& arrow : figure.arrows) DrawArrow(arrow);
    if (figure.centre) svg_ += CentreMark(At(*figure.centre));
    DrawCaption(figure, at_->fields.size() > 1 ? 0.5 * (left_ + right_) : foot.x());
    svg_ += "</g>\n";
  }

  void DrawArrow(const FilmStrip::Arrow& arrow) {
    if (arrow.force.norm() < kSmallestArrow * layout_.largest_force) return;
    const Point along = PixelsPerNewton(*at_) * Point(arrow.force.x(), -arrow.force.y());
    svg_ += ArrowAlong(At(arrow.at) - (arrow.ends_there ? along : Point(0.0, 0.0)), along,
                       fmt::format(" data-newtons=\"{:.4g}\"", arrow.force.norm()));
  }

  void DrawCaption(const FilmStrip::Figure& figure, double x) {
    svg_ += Text(x, bottom_ + kCaption - 4.0, "middle", Escaped(figure.caption));
    if (!figure.remark.empty())
      svg_ += Text(x, bottom_ + kCaption + kRemark - 4.0, "middle", Escaped(figure.remark),
                   fmt::format(" font-size=\"12\" fill=\"{}\"", kRemarkColour));
  }

  const FilmStrip& film_;
  double inner_width_;
  FilmLayout layout_;
  double y_ = 0.0;                                  // current position on the page
  double left_ = 0.0, right_ = 0.0, bottom_ = 0.0;  // of the field
  const PlacedRow* at_ = nullptr;
  Point origin_ = Point::Zero();
  int num_fields_ = 0;
  std::string svg_, clip_;
};

}  // namespace
}  // namespace film

std::string ToSvg(const FilmStrip& strip) { return film::FilmDrawing(strip).Draw(); }

}  // namespace slipstick::plot
