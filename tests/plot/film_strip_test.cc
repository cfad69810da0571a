// Drawing of film strips: positions and scales.
#include "slipstick/plot/film_strip.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdio>

#include "support/refusal.h"
#include "support/svg_queries.h"

namespace slipstick::plot {

using namespace support;
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using Point = FilmStrip::Point;
using Tone = FilmStrip::Tone;

/// A cube of 1 m that stands on the ground with its middle at x.
FilmStrip::Figure Cube(double x, const std::string& caption) {
  FilmStrip::Figure figure;
  figure.caption = caption;
  figure.origin = {x, 0.0};
  figure.patches.push_back(
      {Tone::kMiddle, 0.5, {{x - 0.5, 0.0}, {x + 0.5, 0.0}, {x + 0.5, 1.0}, {x - 0.5, 1.0}}});
  figure.ground = {{x - 50.0, 0.0}, {x + 50.0, 0.0}};
  return figure;
}

FilmStrip Cubes(int n, double distance, bool at_true_places) {
  FilmStrip film{"cubes", "", {{"Side", {}, at_true_places}}};
  for (int i = 0; i < n; ++i) film.rows[0].figures.push_back(Cube(distance * i, std::to_string(i) + " s"));
  return film;
}

class Drawn {
 public:
  explicit Drawn(const FilmStrip& film) { EXPECT_EQ(svg.Parse(ToSvg(film).c_str()), tinyxml2::XML_SUCCESS); }

  std::vector<const tinyxml2::XMLElement*> OfClass(const std::string& kind, const std::string& name) const {
    std::vector<const tinyxml2::XMLElement*> found;
    for (const auto* element : Elements(svg, kind))
      if (element->Attribute("class", name.c_str())) found.push_back(element);
    return found;
  }

  /// Corners of the first polygon of each figure.
  std::vector<std::vector<Point>> Bodies() const {
    std::vector<std::vector<Point>> bodies;
    for (const auto* figure : OfClass("g", "figure"))
      bodies.push_back(PointsOf(figure->FirstChildElement("g")->FirstChildElement("polygon")));
    return bodies;
  }

  static std::vector<Point> PointsOf(const tinyxml2::XMLElement* element) {
    std::vector<Point> points;
    const char* text = element->Attribute("points");
    for (int used = 0; text && *text; text += used) {
      Point p;
      if (std::sscanf(text, " %lf,%lf%n", &p.x(), &p.y(), &used) != 2) break;
      points.push_back(p);
    }
    return points;
  }

  /// From the tail to the tip.
  static Point Along(const tinyxml2::XMLElement* arrow) {
    const auto* line = arrow->FirstChildElement("line");
    return PointsOf(arrow->FirstChildElement("polygon"))[0] -
           Point(line->DoubleAttribute("x1"), line->DoubleAttribute("y1"));
  }

  tinyxml2::XMLDocument svg;
};

constexpr double kPixel = 0.11;  // coordinates are written with a tenth of a pixel

TEST(FilmStrip, HasOneFigureWithItsCaptionForEachInstant) {
  const Drawn drawn(Cubes(6, 0.1, false));
  EXPECT_EQ(drawn.OfClass("g", "figure").size(), 6u);
  for (const char* caption : {"0 s", "5 s"}) EXPECT_THAT(Texts(drawn.svg, "text"), Contains(caption));
}

TEST(FilmStrip, DrawsFiguresInSeparateFields) {
  const auto bodies = Drawn(Cubes(4, 0.1, false)).Bodies();  // would overlap at their true positions
  ASSERT_EQ(bodies.size(), 4u);
  for (size_t i = 1; i < bodies.size(); ++i) EXPECT_GT(bodies[i][0].x(), bodies[i - 1][1].x());
}

TEST(FilmStrip, DrawsFiguresAtTheirTruePositionsIfRequested) {
  const auto bodies = Drawn(Cubes(4, 3.0, true)).Bodies();
  ASSERT_EQ(bodies.size(), 4u);
  const double metre = bodies[0][1].x() - bodies[0][0].x();
  for (size_t i = 1; i < bodies.size(); ++i)
    EXPECT_NEAR(bodies[i][0].x() - bodies[i - 1][0].x(), 3.0 * metre, 4 * kPixel);
}

TEST(FilmStrip, HasOneScaleForBothAxesAndAllRows) {
  FilmStrip film = Cubes(5, 0.0, false);
  film.rows.push_back(film.rows[0]);
  for (FilmStrip::Figure& figure : film.rows[1].figures)  // a tall one
    figure.patches.push_back({Tone::kLeft, 0.5, {{0.0, 0.0}, {0.1, 0.0}, {0.1, 3.0}}});
  const auto bodies = Drawn(film).Bodies();
  ASSERT_EQ(bodies.size(), 10u);
  for (const auto& body : bodies) {
    EXPECT_NEAR(body[1].x() - body[0].x(), body[0].y() - body[3].y(), 2 * kPixel);
    EXPECT_NEAR(body[1].x() - body[0].x(), bodies[0][1].x() - bodies[0][0].x(), 2 * kPixel);
  }
}

TEST(FilmStrip, PutsFiguresOnTheGroundLine) {
  const Drawn drawn(Cubes(6, 0.1, false));
  const auto bodies = drawn.Bodies();
  const auto ground = drawn.OfClass("polyline", "ground");
  ASSERT_EQ(bodies.size(), 6u);
  ASSERT_EQ(ground.size(), 6u);
  for (size_t i = 0; i < bodies.size(); ++i)
    EXPECT_NEAR(Drawn::PointsOf(ground[i])[0].y(), bodies[i][0].y(), kPixel);
}

TEST(FilmStrip, DrawsArrowsInProportionToForcesWithAScale) {
  FilmStrip film = Cubes(2, 0.0, false);
  film.rows[0].figures[0].arrows = {{{0.0, 0.0}, {0.0, 30.0}}};
  film.rows[0].figures[1].arrows = {{{0.0, 0.0}, {-8.0, 6.0}}};
  const Drawn drawn(film);
  const auto arrows = drawn.OfClass("g", "arrow");
  ASSERT_EQ(arrows.size(), 3u);  // the first one belongs to the legend
  const Point up = Drawn::Along(arrows[1]), inclined = Drawn::Along(arrows[2]);
  EXPECT_LT(up.y(), 0.0);                                // pixels count downwards
  EXPECT_NEAR(inclined.x() / up.y(), 8.0 / 30.0, 0.01);  // rounding of tens of pixels
  EXPECT_NEAR(inclined.y() / up.y(), 6.0 / 30.0, 0.01);
  EXPECT_THAT(Texts(drawn.svg, "text"), Contains("20 N"));
  EXPECT_NEAR(Drawn::Along(arrows[0]).x() / -up.y(), 20.0 / 30.0, 0.01);
}

TEST(FilmStrip, EndsAnArrowAtItsPointIfRequested) {
  FilmStrip film = Cubes(1, 0.0, false);
  film.rows[0].figures[0].arrows = {{{-0.5, 0.0}, {10.0, 0.0}, true}};
  const Drawn drawn(film);
  const auto* arrow = drawn.OfClass("g", "arrow").at(1);
  EXPECT_NEAR((Drawn::PointsOf(arrow->FirstChildElement("polygon"))[0] - drawn.Bodies()[0][0]).norm(), 0.0,
              2 * kPixel);
}

TEST(FilmStrip, UsesTwoLinesForWideFigures) {
  FilmStrip film = Cubes(8, 0.0, false);
  for (FilmStrip::Figure& figure : film.rows[0].figures)
    for (Point& p : figure.patches[0].outline) p.x() *= 3.0;
  const auto bodies = Drawn(film).Bodies();
  ASSERT_EQ(bodies.size(), 8u);
  EXPECT_EQ(bodies[3][0].y(), bodies[0][0].y());
  EXPECT_GT(bodies[4][0].y(), bodies[0][0].y());
  EXPECT_EQ(bodies[4][0].x(), bodies[0][0].x());
}

TEST(FilmStrip, DoesNotShrinkFiguresForDistantObjects) {
  FilmStrip near = Cubes(4, 0.0, false), far = near;
  far.rows[0].figures[0].patches.push_back({Tone::kObject, 0.5, {{900.0, 0.0}, {901.0, 0.0}, {900.0, 1.0}}});
  EXPECT_EQ(Drawn(far).Bodies()[0][1], Drawn(near).Bodies()[0][1]);
}

TEST(FilmStrip, EscapesNames) {
  FilmStrip film = Cubes(1, 0.0, false);
  film.title = "a < b", film.subtitle = "c & d", film.rows[0].title = "\"e\" <f>";
  film.rows[0].figures[0].caption = "<g>", film.rows[0].figures[0].remark = "h & i";
  const Drawn drawn(film);
  for (const char* text : {"a < b", "c & d", "\"e\" <f>", "<g>", "h & i"})
    EXPECT_THAT(Texts(drawn.svg, "text"), Contains(text));
}

TEST(FilmStrip, ListsOnlyUsedTonesInTheLegend) {
  FilmStrip film = Cubes(1, 0.0, false);
  EXPECT_THAT(Texts(Drawn(film).svg, "text"), Not(Contains("left")));
  film.rows[0].figures[0].patches[0].tone = Tone::kLeft;
  film.rows[0].figures[0].centre = Point(0.0, 0.5);
  EXPECT_THAT(Texts(Drawn(film).svg, "text"), testing::IsSupersetOf({"left", "centre of mass"}));
}

TEST(FilmStrip, RefusesEmptyAndNonFiniteFilms) {
  const auto expect_refusal = [](const FilmStrip& film, const std::string& reason) {
    EXPECT_THAT(Refusal([&] { ToSvg(film); }), HasSubstr(reason));
  };
  expect_refusal({"t", "", {}}, "film 't': there is no row to draw");
  expect_refusal({"t", "", {{"row", {}}}}, "a row has no figures");
  FilmStrip film = Cubes(1, 0.0, false);
  film.rows[0].figures[0].arrows = {{{0.0, 0.0}, {0.0, NAN}}};
  expect_refusal(film, "figure '0 s' has the force (0, nan)");
  film = Cubes(1, 0.0, false);
  film.rows[0].figures[0].patches.push_back({Tone::kLeft, 0.5, {}});
  expect_refusal(film, "has a patch without points");
}

}  // namespace
}  // namespace slipstick::plot
