// Panels over one time axis: well-formed, complete, inside the page, in small files.
#include "slipstick/plot/stacked_plot.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "support/refusal.h"
#include "support/svg_queries.h"

namespace slipstick::plot {

using namespace support;
namespace {

using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;

StackedPlot Sample() {
  StackedPlot plot;
  plot.title = "box & slope", plot.subtitle = "euler, dt = 1 ms", plot.x_label = "time [s]";
  plot.panels.push_back(LinePanel{"Force",
                                  "force [N]",
                                  {{"sum", {0, 1, 2}, {5, 6, 7}, true}, {"foot", {0, 1, 2}, {5, 6, 7}}},
                                  "and 3 more"});
  plot.panels.push_back(
      LanePanel{"Modes", {"open", "stick", "slip"}, {{"foot on world", {{0.0, 1.0, 1}, {1.0, 2.0, 2}}}}});
  return plot;
}

TEST(StackedPlot, IsXmlWithAllTitlesUnitsLegendsAndStates) {
  tinyxml2::XMLDocument svg;
  ASSERT_EQ(svg.Parse(ToSvg(Sample()).c_str()), tinyxml2::XML_SUCCESS) << svg.ErrorStr();
  EXPECT_THAT(Texts(svg, "text"), IsSupersetOf({"box & slope", "euler, dt = 1 ms", "time [s]", "Force",
                                                "force [N]", "sum", "foot", "and 3 more", "Modes", "open",
                                                "stick", "slip", "foot on world", "0", "1", "2"}));
}

TEST(StackedPlot, LabelsTheTimeAxisBelowTheLastPanelOnly) {
  tinyxml2::XMLDocument svg;
  ASSERT_EQ(svg.Parse(ToSvg(Sample()).c_str()), tinyxml2::XML_SUCCESS);
  int seen = 0;
  for (const auto* text : Elements(svg, "text"))
    seen += text->GetText() && text->GetText() == std::string("0.5");
  EXPECT_EQ(seen, 1);
}

TEST(StackedPlot, EverythingIsOnThePage) {
  StackedPlot plot = Sample();
  std::get<LinePanel>(plot.panels[0]).series[1].name = std::string(200, 'x') + "_foot";
  std::get<LinePanel>(plot.panels[0]).series[1].y = {1.00000001e7, 1.00000002e7, 1.00000003e7};
  plot.title = std::string(300, 't');
  tinyxml2::XMLDocument svg;
  ASSERT_EQ(svg.Parse(ToSvg(plot).c_str()), tinyxml2::XML_SUCCESS);
  const double width = svg.RootElement()->DoubleAttribute("width"),
               height = svg.RootElement()->DoubleAttribute("height");
  ASSERT_FALSE(Elements(svg, "text").empty());
  for (const auto* text : Elements(svg, "text")) {
    const double x = text->DoubleAttribute("x"), y = text->DoubleAttribute("y");
    const std::string anchor = text->Attribute("text-anchor"),
                      content = text->GetText() ? text->GetText() : "";
    const auto is_first_byte = [](char c) { return (c & 0xC0) != 0x80; };
    const double extent =
        8.2 * static_cast<double>(std::count_if(content.begin(), content.end(), is_first_byte));
    EXPECT_GE(x - (anchor == "end" ? extent : 0.0), 0.0) << content;
    EXPECT_LE(x + (anchor == "start" && content.size() < 60 ? extent : 0.0), width) << content;
    EXPECT_GT(y, 0.0);
    EXPECT_LT(y, height);
  }
  EXPECT_THAT(ToSvg(plot), HasSubstr("…"));
}

TEST(StackedPlot, ShowsAShortSlipAmongAMillionSpansInASmallFile) {
  StackedPlot plot = Sample();
  auto& lane = std::get<LanePanel>(plot.panels[1]).lanes[0];
  lane.spans.clear();
  for (int i = 0; i < 1000000; ++i) lane.spans.push_back({2e-6 * i, 2e-6 * (i + 1), i == 500000 ? 2 : 1});
  const std::string svg = ToSvg(plot);
  EXPECT_LT(svg.size(), 20000u);
  tinyxml2::XMLDocument parsed;
  ASSERT_EQ(parsed.Parse(svg.c_str()), tinyxml2::XML_SUCCESS);
  int hatched = 0;
  for (const auto* box : Elements(parsed, "rect"))
    hatched += box->Attribute("fill", "url(#hatch)") != nullptr;
  EXPECT_EQ(hatched, 2);  // the key and the slip
}

/// A file below 100 kB with the two series of the sample and their entries in the legend.
void ExpectSmallFileWithBothSeries(const StackedPlot& plot) {
  const std::string text = ToSvg(plot);
  EXPECT_LT(text.size(), 100000u);
  tinyxml2::XMLDocument svg;
  ASSERT_EQ(svg.Parse(text.c_str()), tinyxml2::XML_SUCCESS);
  EXPECT_EQ(Elements(svg, "polyline").size(), 4u);
}

TEST(StackedPlot, AMillionPointsGiveASmallFile) {
  StackedPlot plot = Sample();
  auto& series = std::get<LinePanel>(plot.panels[0]).series[1];
  series.x.clear(), series.y.clear();
  for (int i = 0; i < 1000000; ++i) series.x.push_back(2e-6 * i), series.y.push_back(std::sin(i));
  ExpectSmallFileWithBothSeries(plot);
}

TEST(StackedPlot, InterruptsLinesAtNan) {
  StackedPlot plot = Sample();
  plot.panels.resize(1);
  std::get<LinePanel>(plot.panels[0]).series = {{"foot", {0, 1, 2, 3, 4}, {1, 1, std::nan(""), 2, 2}}};
  tinyxml2::XMLDocument svg;
  ASSERT_EQ(svg.Parse(ToSvg(plot).c_str()), tinyxml2::XML_SUCCESS);
  EXPECT_EQ(Elements(svg, "polyline").size(), 3u);  // two runs and the legend
  EXPECT_THAT(ToSvg(plot), Not(HasSubstr("nan")));
}

TEST(StackedPlot, AMillionGapsGiveASmallFile) {
  StackedPlot plot = Sample();
  auto& series = std::get<LinePanel>(plot.panels[0]).series[1];
  series.x.clear(), series.y.clear();
  for (int i = 0; i < 1000000; ++i)
    series.x.push_back(2e-6 * i), series.y.push_back(i % 2 ? std::nan("") : 1.0);
  ExpectSmallFileWithBothSeries(plot);
}

TEST(StackedPlot, AcceptsASinglePointAndASeriesOfNan) {
  StackedPlot plot = Sample();
  plot.panels.resize(1);
  const std::vector<LinePanel::Series> accepted[] = {{{"foot", {1.0}, {0.0}}},
                                                     {{"foot", {1.0, 2.0}, {std::nan(""), std::nan("")}}}};
  const size_t num_lines[] = {2, 1};  // the point, drawn as a short line, and the legend
  for (int i = 0; i < 2; ++i) {
    std::get<LinePanel>(plot.panels[0]).series = accepted[i];
    const std::string text = ToSvg(plot);
    EXPECT_THAT(text, Not(HasSubstr("nan")));
    tinyxml2::XMLDocument svg;
    ASSERT_EQ(svg.Parse(text.c_str()), tinyxml2::XML_SUCCESS);
    EXPECT_EQ(Elements(svg, "polyline").size(), num_lines[i]);
    EXPECT_THAT(Texts(svg, "text"), IsSupersetOf({"Force", "foot"}));
  }
}

TEST(StackedPlot, RefusesEmptyPlotsAndInvalidSeries) {
  const auto refusal = [](const StackedPlot& plot) { return Refusal([&] { ToSvg(plot); }); };
  EXPECT_THAT(refusal(StackedPlot()), HasSubstr("there is nothing to draw"));
  StackedPlot plot = Sample();
  std::get<LinePanel>(plot.panels[0]).series[1].y[1] = INFINITY;
  EXPECT_THAT(refusal(plot), HasSubstr("series 'foot' has the point (1, inf)"));
  plot = Sample();
  std::get<LinePanel>(plot.panels[0]).series[1].x[1] = 9.0;
  EXPECT_THAT(refusal(plot), HasSubstr("series 'foot' goes back in time"));
  plot = Sample();
  std::get<LinePanel>(plot.panels[0]).series[1].x.pop_back();
  EXPECT_THAT(refusal(plot), HasSubstr("series 'foot' has 2 x values and 3 y values"));
  plot = Sample();
  std::get<LanePanel>(plot.panels[1]).lanes[0].spans[0].to = std::nan("");
  EXPECT_THAT(refusal(plot), HasSubstr("lane 'foot on world' has a span from 0 to nan"));
}

}  // namespace
}  // namespace slipstick::plot
