// Reports as HTML and JSON.
#include <gmock/gmock.h>

#include <limits>
#include <map>
#include <set>
#include <sstream>

#include "experiments/experiment.h"
#include "slipstick/measure/case_columns.h"
#include "slipstick/measure/case_table.h"
#include "slipstick/plot/film_strip.h"
#include "slipstick/plot/html_report.h"
#include "support/refusal.h"
#include "support/sample_scenes.h"
#include "support/temp_folder.h"

namespace slipstick::plot {

using namespace support;
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Report SampleReport() {
  Report report{"a < b", {{"fact", "x & y"}}, {}};
  ReportSection section{"heading", {"\"text\""}, {}, {}, {}};
  section.tables.push_back({"numbers", {{"n", "N", "what it means"}, {"t", "T", ""}}, {}});
  section.tables.back().rows = {{NumberCell(0.1 + 0.2), TextCell("<tag>")},
                                {NumberCell(std::numeric_limits<double>::quiet_NaN()), EmptyCell()}};
  section.figures.push_back({"figure", "caption", {}});
  section.figures.back().plot.series = {{"line", {1, 2}, {3, 4}}};
  section.figures.back().plot.reference_lines = {{"limit", 3.5}};
  report.sections.push_back(section);
  return report;
}

TEST(Report, HtmlIsEscapedAndSelfContained) {
  const std::string page = ToHtml(SampleReport());
  EXPECT_THAT(
      page, AllOf(HasSubstr("a &lt; b"), HasSubstr("x &amp; y"), HasSubstr("&lt;tag&gt;"), HasSubstr("<svg"),
                  HasSubstr("limit"), HasSubstr("what it means"), HasSubstr("0.3<")));
  EXPECT_THAT(page, AllOf(Not(HasSubstr("<?xml")), Not(HasSubstr("<tag>")), Not(HasSubstr("href")),
                          Not(HasSubstr("<script"))));
}

TEST(Report, ShowsOtherPicturesBesidePlots) {
  Report report = SampleReport();
  FilmStrip film{"film", "", {{"Side", {{}}}}};
  film.rows[0].figures[0].patches.push_back({FilmStrip::Tone::kLeft, 0.5, {{0, 0}, {1, 0}, {0, 1}}});
  std::vector<ReportFigure>& figures = report.sections[0].figures;
  figures.push_back({"first", "", {}, ToSvg(film)});
  figures.push_back({"second", "", {}, ToSvg(film)});
  EXPECT_FALSE(IsEmpty(figures[1]));
  EXPECT_TRUE(IsEmpty(ReportFigure()));
  // Ids belong to the whole page, so each picture must have its own.
  const std::string page = ToHtml(report);
  for (const char* name : {"first", "second"})
    EXPECT_THAT(page, AllOf(HasSubstr(std::string("id=\"") + name + "-field1\""),
                            HasSubstr(std::string("url(#") + name + "-field1)")));
  EXPECT_THAT(page, Not(HasSubstr("url(#field1)")));
  const TempFolder folder;
  WriteReport(report, folder / "");
  EXPECT_TRUE(std::filesystem::exists(folder / "first.svg"));
  EXPECT_TRUE(std::filesystem::exists(folder / "figure.svg"));
}

TEST(Report, JsonHasAllDigits) {
  const std::string json = ToJson(SampleReport());
  EXPECT_THAT(json, AllOf(HasSubstr("\"format\": 1"), HasSubstr("0.30000000000000004"),
                          HasSubstr("\"n\": null"), HasSubstr("\"t\": \"<tag>\"")));
}

TEST(Report, CreatesItsFolder) {
  const TempFolder folder;
  WriteReport(SampleReport(), folder / "a/b");
  EXPECT_TRUE(std::filesystem::exists(folder / "a/b/index.html"));
  EXPECT_TRUE(std::filesystem::exists(folder / "a/b/report.json"));
  EXPECT_TRUE(std::filesystem::exists(folder / "a/b/figure.svg"));
}

TEST(CaseTable, ShowsUnstableRunsAndTheUncertaintyOfTheReference) {
  const auto scene = Prepared(kFalling);
  measure::CaseResult exploded, fine, saved_by_resets;
  exploded.step = fine.step = 1e-3;
  exploded.reference_error.has_reference = true, exploded.reference_error.failed_windows = 1;
  fine.reference_error.has_reference = true, fine.reference_error.mean = 1e-6, fine.uncertainty.mean = 2e-5;
  fine.reference_error.max = fine.uncertainty.max = 1e-3;
  fine.uncertainty.has_reference = true, exploded.uncertainty = fine.uncertainty;
  saved_by_resets = fine;
  saved_by_resets.quality.failure_time = 0.1;
  measure::MeasuredCases measured{
      {{scene, {"euler"}, 1e-3}, {scene, {"rk4"}, 1e-3}, {scene, {"rk-gill"}, 1e-3}},
      {exploded, fine, saved_by_resets},
      {},
      {}};
  measure::Protocol protocol;
  protocol.self_convergence = protocol.quality = protocol.cost = false;
  const ReportTable table = measure::TabulateCases(measured, protocol);
  ASSERT_EQ(table.columns[2].key, "reference_error_mean");
  EXPECT_EQ(table.rows[0][2].text, "unstable");
  EXPECT_FALSE(table.rows[0][2].has_value());
  EXPECT_EQ(table.rows[1][2].text, "<2e-05");
  const ReportFigure figure = measure::DrawErrors(measured, {.name = "f", .title = "t", .caption = "c"});
  EXPECT_EQ(figure.plot.series.size(), 1u);  // unstable methods are omitted
}

/// The cells of a result by column key.
std::map<std::string, Cell> CellsOf(const measure::CaseResult& result) {
  std::map<std::string, Cell> cells;
  for (const measure::CaseColumn& column : measure::CaseColumns())
    cells[column.column.key] = column.cell(result);
  return cells;
}

// Regression: methods were reported as unstable or deviating when the reference run had failed.
TEST(CaseTable, DoesNotReportAFailedReferenceAsAFailureOfTheMethod) {
  measure::CaseResult none;
  none.self_convergence.has_reference = true, none.self_convergence.mean = none.self_convergence.max = 1e-3;
  none.quality.stable = true;
  measure::CaseResult unsure = none;  // the reference is bounded, but inaccurate
  unsure.reference_error.has_reference = unsure.uncertainty.has_reference = true;
  unsure.reference_error.failed_windows = 1;
  unsure.uncertainty.mean = unsure.uncertainty.max = 10.0, unsure.quality.deviation = 1.0;
  for (const measure::CaseResult& result : {none, unsure}) {
    auto cells = CellsOf(result);
    EXPECT_EQ(cells["reference_error_mean"].text, "no ref.");
    EXPECT_FALSE(cells["reference_error_max"].has_value());
    EXPECT_EQ(std::get<bool>(cells["has_reference"].value), false);
    EXPECT_EQ(cells["stable"].text, "yes");
    EXPECT_FALSE(cells["small_deviation"].has_value());
    EXPECT_FALSE(cells["deviation"].has_value());
    EXPECT_EQ(cells["self_convergence_mean"].text, "0.001");
  }
  const measure::MeasuredCases measured{{{Prepared(kFalling), {"euler"}, 1e-3}}, {none}, {}, {}};
  EXPECT_THAT(measure::DescribeUncertainty(measured), HasSubstr("no reference for any row"));
  int seen = 0;
  for (const ReportColumn& column : measure::TabulateCases(measured, measure::Protocol{}).columns) {
    if (column.key != "self_convergence_mean") continue;
    ++seen;
    EXPECT_TRUE(column.on_terminal);
  }
  EXPECT_EQ(seen, 1);
}

TEST(CaseColumns, HaveUniqueKeysAndDescriptions) {
  ASSERT_FALSE(measure::CaseColumns().empty());
  std::set<std::string> keys;
  for (const measure::CaseColumn& column : measure::CaseColumns()) {
    EXPECT_TRUE(keys.insert(column.column.key).second) << column.column.key;
    EXPECT_FALSE(column.column.meaning.empty()) << column.column.key;
  }
}

/// The code words in the first column of the table that follows this sentence.
std::set<std::string> DocumentedKeys(const std::string& page, const std::string& sentence) {
  std::istringstream lines(page.substr(page.find(sentence)));
  std::set<std::string> keys;
  for (std::string line; std::getline(lines, line) && (keys.empty() || line.starts_with("|"));) {
    if (!line.starts_with("| `")) continue;
    std::istringstream cell(line.substr(0, line.find('|', 1)));
    std::getline(cell, line, '`');
    for (std::string key; std::getline(cell, key, '`'); std::getline(cell, line, '`')) keys.insert(key);
  }
  return keys;
}

TEST(CaseColumns, AreThoseOfTheDocumentation) {
  const auto scene = Prepared(kFalling);
  const auto other = std::make_shared<measure::MeasuredScene>(*scene);
  other->name = "other";
  const measure::MeasuredCases all{
      {{scene, {"euler"}, 1e-3}, {other, {"euler"}, 1e-3}}, {{}, {}}, {"1", "2"}, {1.0, 2.0}};
  std::set<std::string> keys;
  for (const ReportColumn& column : measure::TabulateCases(all, measure::Protocol{}).columns)
    keys.insert(column.key);
  const std::string page = ReadText(SLIPSTICK_DOCS_DIR "/command-line.md");
  EXPECT_EQ(DocumentedKeys(page, "Those of the table `cases`"), keys);
}

TEST(Experiments, AreFoundByNameAndByPaper) {
  EXPECT_EQ(experiments::FindExperiments("expo/fig-2").size(), 1u);
  size_t all = 0;
  for (const char* paper : {"expo", "nmdp", "relaxed", "stewart-trinkle", "tamsi"})
    all += experiments::FindExperiments(paper).size();
  EXPECT_EQ(all, experiments::Experiments().size());
  EXPECT_THAT(Refusal([] { experiments::FindExperiments("exp"); }),
              HasSubstr("there is no experiment 'exp'"));
}

TEST(Experiments, ReportUnknownMethods) {
  std::vector<std::string> remarks;
  const auto methods = experiments::AvailableMethods({{"mine", "euler"}, {"theirs", "no-such:a=1"}}, remarks);
  ASSERT_EQ(methods.size(), 1u);
  EXPECT_EQ(methods[0].name(), "mine");
  EXPECT_THAT(remarks, ElementsAre(AllOf(HasSubstr("theirs"), HasSubstr("there is no stepper 'no-such'"))));
}

}  // namespace
}  // namespace slipstick::plot
