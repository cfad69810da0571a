// A plot is well-formed XML with every series, or an InputError with the reason.
#include "slipstick/plot/svg_plot.h"

#include <gmock/gmock.h>
#include <tinyxml2.h>

#include <cmath>
#include <limits>
#include <set>

#include "support/refusal.h"
#include "support/svg_queries.h"
#include "support/temp_folder.h"

namespace slipstick::plot {

using namespace support;
namespace {

using ::testing::HasSubstr;
using ::testing::IsSupersetOf;

LinePlot TwoSeries() {
  LinePlot plot;
  plot.title = "Time per call";
  plot.x = {"bodies", LinePlot::Scale::kLog};
  plot.y = {"time [µs]", LinePlot::Scale::kLog};
  plot.series.push_back({"chain", {10, 100, 1000}, {1.5, 14.0, 150.0}});
  plot.series.push_back({"tree", {10, 100, 1000}, {1.4, 12.0, 130.0}});
  return plot;
}

TEST(SvgPlot, IsXmlWithTitleLabelsTicksAndEverySeries) {
  tinyxml2::XMLDocument svg;
  ASSERT_EQ(svg.Parse(ToSvg(TwoSeries()).c_str()), tinyxml2::XML_SUCCESS) << svg.ErrorStr();
  EXPECT_STREQ(svg.RootElement()->Name(), "svg");
  EXPECT_THAT(Texts(svg, "text"), IsSupersetOf({"Time per call", "bodies", "time [µs]", "chain", "tree"}));
  EXPECT_THAT(Texts(svg, "text"), IsSupersetOf({"1", "10", "100", "1000"}));
  EXPECT_THAT(Texts(svg, "title"), IsSupersetOf({"chain", "tree"}));
}

TEST(SvgPlot, DistinguishesSeriesWithoutColour) {
  LinePlot plot = TwoSeries();
  while (plot.series.size() < 8) plot.series.push_back(plot.series.front());
  tinyxml2::XMLDocument svg;
  ASSERT_EQ(svg.Parse(ToSvg(plot).c_str()), tinyxml2::XML_SUCCESS);
  std::set<std::string> styles;
  for (const auto* group : Elements(svg, "g")) {
    if (group->Attribute("class") != std::string("series")) continue;
    const auto* line = group->FirstChildElement("polyline");
    const auto* marker = line->NextSiblingElement();
    const bool hollow = marker->Attribute("fill") == std::string("white");
    const std::string points = marker->Attribute("points") ? marker->Attribute("points") : "";
    styles.insert(std::string(line->Attribute("stroke-dasharray")) + marker->Name() +
                  (hollow ? "hollow" : "") + std::to_string(std::count(points.begin(), points.end(), ',')));
  }
  EXPECT_EQ(styles.size(), 8u);
}

TEST(SvgPlot, ManyPointsAreALineWithoutMarkers) {
  LinePlot plot = TwoSeries();
  plot.series.resize(1);
  while (plot.series[0].x.size() < 31) plot.series[0].x.push_back(2.0), plot.series[0].y.push_back(3.0);
  tinyxml2::XMLDocument svg;
  ASSERT_EQ(svg.Parse(ToSvg(plot).c_str()), tinyxml2::XML_SUCCESS);
  EXPECT_TRUE(Elements(svg, "circle").empty());
  EXPECT_EQ(Elements(svg, "polyline").size(), 2u);  // the series and the legend
}

TEST(SvgPlot, PutsLargerValuesHigherAndToTheRightInsideThePage) {
  tinyxml2::XMLDocument svg;
  const LinePlot plot = TwoSeries();
  ASSERT_EQ(svg.Parse(ToSvg(plot).c_str()), tinyxml2::XML_SUCCESS);
  double last_x = 0.0, last_y = plot.height;
  int seen = 0;
  for (const auto* circle : Elements(svg, "circle")) {
    if (++seen > 3) break;  // the fourth is the legend's
    const double x = circle->DoubleAttribute("cx"), y = circle->DoubleAttribute("cy");
    EXPECT_GT(x, last_x);
    EXPECT_LT(y, last_y);
    EXPECT_LT(x, plot.width);
    EXPECT_GT(y, 0.0);
    last_x = x, last_y = y;
  }
  EXPECT_EQ(seen, 4);
}

TEST(SvgPlot, EscapesReservedXmlCharacters) {
  LinePlot plot = TwoSeries();
  plot.title = "a < b & \"c\"\x01";
  plot.series[0].name = "<script>";
  tinyxml2::XMLDocument svg;
  ASSERT_EQ(svg.Parse(ToSvg(plot).c_str()), tinyxml2::XML_SUCCESS) << svg.ErrorStr();
  EXPECT_THAT(Texts(svg, "text"), IsSupersetOf({"a < b & \"c\" ", "<script>"}));
}

TEST(SvgPlot, RefusesEmptySeriesAndPlots) {
  LinePlot plot = TwoSeries();
  plot.series[1].x.clear(), plot.series[1].y.clear();
  EXPECT_THAT(Refusal([&] { ToSvg(plot); }), HasSubstr("series 'tree' has no points"));
  plot.series.clear();
  EXPECT_THAT(Refusal([&] { ToSvg(plot); }), HasSubstr("plot 'Time per call': there is no series"));
}

TEST(SvgPlot, RefusesSeriesOfDifferentLengths) {
  LinePlot plot = TwoSeries();
  plot.series[0].y.pop_back();
  EXPECT_THAT(Refusal([&] { ToSvg(plot); }), HasSubstr("series 'chain' has 3 x values and 2 y values"));
}

TEST(SvgPlot, RefusesNonFiniteNumbers) {
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity(), -1e301}) {
    LinePlot plot = TwoSeries();
    plot.x.scale = plot.y.scale = LinePlot::Scale::kLinear;
    plot.series[1].y[2] = bad;
    EXPECT_THAT(Refusal([&] { ToSvg(plot); }), HasSubstr("series 'tree', y[2] is"));
    std::swap(plot.series[1].x, plot.series[1].y);
    EXPECT_THAT(Refusal([&] { ToSvg(plot); }), HasSubstr("series 'tree', x[2] is"));
  }
}

TEST(SvgPlot, RefusesZeroAndNegativeValuesOnLogAxesOnly) {
  for (const double bad : {0.0, -3.0}) {
    LinePlot plot = TwoSeries();
    plot.series[0].y[1] = bad;
    EXPECT_THAT(Refusal([&] { ToSvg(plot); }), HasSubstr("the axis 'time [µs]' is logarithmic"));
    plot.y.scale = LinePlot::Scale::kLinear;
    EXPECT_EQ(Refusal([&] { ToSvg(plot); }), "accepted");
    plot.series[0].x[0] = bad;
    EXPECT_THAT(Refusal([&] { ToSvg(plot); }), HasSubstr("the axis 'bodies' is logarithmic"));
  }
}

TEST(SvgPlot, CreatesTheFolderOfItsFile) {
  const TempFolder folder;
  const std::string path = folder / "deep/plot.svg";
  WriteSvg(TwoSeries(), path);
  tinyxml2::XMLDocument svg;
  EXPECT_EQ(svg.LoadFile(path.c_str()), tinyxml2::XML_SUCCESS);
}

TEST(SvgPlot, NamesTheFileThatCannotBeWritten) {
  EXPECT_THAT(Refusal([] { WriteSvg(TwoSeries(), "/dev/null/plot.svg"); }), HasSubstr("/dev/null/plot.svg"));
}

}  // namespace
}  // namespace slipstick::plot
