#include "slipstick/plot/film_layout.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "slipstick/core/error.h"

namespace slipstick::plot::film {
namespace {

using Box = Eigen::AlignedBox2d;

constexpr double kTallest = 250.0;   // pixels of a field
constexpr double kMargin = 0.05;     // around the figures, of their width and height
constexpr double kWorthALine = 1.3;  // two lines of figures if that makes them larger by this factor
// Of the size of the figures: margin within which other objects are shown.
constexpr double kSurroundings = 0.4;
constexpr double kLongestArrow = 0.45;  // of the size of the figures
constexpr double kMaxCoordinate = 1e6;  // m and N

// ---- checks of the input -----------------------------------------------------------------------

void CheckPoint(const FilmStrip::Figure& figure, const Point& point, const char* what) {
  if (point.allFinite() && point.cwiseAbs().maxCoeff() <= kMaxCoordinate) return;
  throw InputError(fmt::format("film: figure '{}' has {} ({:g}, {:g}); only numbers up to {:g} can be drawn.",
                               figure.caption, what, point.x(), point.y(), kMaxCoordinate));
}

void Check(const FilmStrip::Figure& figure) {
  CheckPoint(figure, figure.origin, "the origin");
  for (const FilmStrip::Patch& patch : figure.patches) {
    if (patch.outline.empty())
      throw InputError(
          fmt::format("film: figure '{}' has a patch without points; leave it out.", figure.caption));
    for (const Point& point : patch.outline) CheckPoint(figure, point, "the point");
  }
  for (const FilmStrip::Arrow& arrow : figure.arrows)
    CheckPoint(figure, arrow.at, "a force at"), CheckPoint(figure, arrow.force, "the force");
  for (const Point& point : figure.ground) CheckPoint(figure, point, "the ground at");
  for (const auto& path : figure.paths)
    for (const Point& point : path) CheckPoint(figure, point, "a path through");
  if (figure.centre) CheckPoint(figure, *figure.centre, "the centre of mass");
}

void Check(const FilmStrip& film) {
  const auto refuse = [&](const char* reason) {
    throw InputError(fmt::format("film '{}': {}", film.title, reason));
  };
  if (film.rows.empty()) refuse("there is no row to draw; add at least one.");
  for (const FilmStrip::Row& row : film.rows) {
    if (row.figures.empty()) refuse("a row has no figures; give it some or leave it out.");
    for (const FilmStrip::Figure& figure : row.figures) Check(figure);
  }
}

// ---- fields ------------------------------------------------------------------------------------

std::vector<PlacedRow::Field> FieldsOf(const FilmStrip::Row& row) {
  std::vector<PlacedRow::Field> fields;
  for (const FilmStrip::Figure& figure : row.figures) {
    if (row.at_true_places && !fields.empty())
      fields.front().figures.push_back(&figure);
    else
      fields.push_back({{&figure}, figure.origin});
  }
  return fields;
}

template <class Visit>
void ForEachPatch(const PlacedRow& row, const Visit& visit) {
  for (const PlacedRow::Field& field : row.fields)
    for (const FilmStrip::Figure* figure : field.figures)
      for (const FilmStrip::Patch& patch : figure->patches) {
        Box box;
        for (const Point& point : patch.outline) box.extend(Point(point - field.origin));
        visit(patch.tone, box);
      }
}

/// Figures, their paths and the ground below them.
Box BoxOfFigures(const PlacedRow& row) {
  Box box;
  ForEachPatch(row, [&](Tone tone, const Box& patch) {
    if (tone < Tone::kObject) box.extend(patch);
  });
  for (const PlacedRow::Field& field : row.fields)
    for (const FilmStrip::Figure* figure : field.figures)
      for (const auto& path : figure->paths)
        for (const Point& point : path) box.extend(Point(point - field.origin));
  for (const Tone rest : {Tone::kObject, Tone::kFixed})
    if (box.isEmpty())
      ForEachPatch(row, [&](Tone tone, const Box& patch) {
        if (tone == rest) box.extend(patch);
      });
  if (box.isEmpty()) box.extend(Point(0.0, 0.0));
  for (const PlacedRow::Field& field : row.fields)
    if (!field.figures.front()->ground.empty()) box.extend(Point(0.0, 0.0));
  return box;
}

/// The figures, and of other objects and arrows the part within a margin, so that the figures do not get
/// tiny.
Box WindowOf(const PlacedRow& row, double metres_per_newton) {
  Box box = row.window, most = box;
  const double reach = std::max(kSurroundings * box.sizes().maxCoeff(), 1e-3);
  most.min().array() -= reach, most.max().array() += reach;
  ForEachPatch(row, [&](Tone tone, const Box& patch) {
    if (tone >= Tone::kObject && most.intersects(patch)) box.extend(most.intersection(patch));
  });
  for (const PlacedRow::Field& field : row.fields)
    for (const FilmStrip::Figure* figure : field.figures)
      for (const FilmStrip::Arrow& arrow : figure->arrows) {
        const Point along = (arrow.ends_there ? -1.0 : 1.0) * metres_per_newton * arrow.force;
        box.extend(Point((arrow.at + along - field.origin).cwiseMax(most.min()).cwiseMin(most.max())));
      }
  const Point margin = kMargin * box.sizes() + Point::Constant(0.01 * reach);
  box.min().x() -= margin.x(), box.max() += margin;
  return box;
}

// ---- scales ------------------------------------------------------------------------------------

/// The longest arrow is a fixed fraction of the size of the figures.
void ScaleArrows(FilmLayout& layout) {
  double size = std::numeric_limits<double>::infinity();  // mean of width and height
  for (const PlacedRow& row : layout.rows)
    for (const PlacedRow::Field& field : row.fields)
      for (const FilmStrip::Figure* figure : field.figures)
        for (const FilmStrip::Arrow& arrow : figure->arrows) {
          layout.largest_force = std::max(layout.largest_force, arrow.force.norm());
          size = std::min(size, std::sqrt(row.window.volume()));
        }
  if (layout.largest_force > 0.0) layout.metres_per_newton = kLongestArrow * size / layout.largest_force;
}

double ScaleFor(const PlacedRow& row, int columns, double width) {
  const Point size = row.window.sizes();
  return std::min(width / (columns * size.x()), kTallest / size.y());
}

/// Wide figures go into two lines.
double BestScale(const PlacedRow& row, double width) {
  const int n = static_cast<int>(row.fields.size());
  const double one_line = ScaleFor(row, n, width), two_lines = ScaleFor(row, (n + 1) / 2, width);
  return two_lines > kWorthALine * one_line ? two_lines : one_line;
}

/// As many as fit, in lines of about equal length.
int ColumnsFor(const PlacedRow& row, double width) {
  const int n = static_cast<int>(row.fields.size());
  const double fitting = width / (row.scale * row.window.sizes().x()) + 1e-9;
  const int most = std::clamp(static_cast<int>(fitting), 1, n), lines = (n + most - 1) / most;
  return (n + lines - 1) / lines;
}

}  // namespace

FilmLayout PlaceRows(const FilmStrip& film, double width) {
  Check(film);
  FilmLayout layout;
  std::vector<PlacedRow>& rows = layout.rows;
  for (const FilmStrip::Row& row : film.rows) {
    rows.push_back({FieldsOf(row)});
    rows.back().window = BoxOfFigures(rows.back());
  }
  ScaleArrows(layout);
  double common = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < rows.size(); ++i) {
    rows[i].window = WindowOf(rows[i], layout.metres_per_newton);
    rows[i].scale = BestScale(rows[i], width);
    if (!film.rows[i].has_own_scale) common = std::min(common, rows[i].scale);
  }
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!film.rows[i].has_own_scale) rows[i].scale = common;
    rows[i].columns = ColumnsFor(rows[i], width);
  }
  return layout;
}

}  // namespace slipstick::plot::film
