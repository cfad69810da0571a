#include "slipstick/plot/report.h"

#include <fmt/core.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "slipstick/core/atomic_file.h"
#include "slipstick/core/error.h"
#include "slipstick/plot/html_report.h"

namespace slipstick::plot {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr int kReportFormat = 1;  // to be raised when a key changes its meaning
constexpr char kPage[] = "index.html", kData[] = "report.json";

std::string JsonText(const std::string& text) {
  return OrderedJson(text).dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

OrderedJson TableAsJson(const ReportTable& table) {
  OrderedJson rows = OrderedJson::array();
  for (const auto& row : table.rows) {
    OrderedJson object = OrderedJson::object();
    for (size_t i = 0; i < row.size(); ++i) object[table.columns[i].key] = OrderedJson::parse(row[i].json);
    rows.push_back(std::move(object));
  }
  return rows;
}

std::string InFolder(const std::string& folder, const std::string& name) {
  return (std::filesystem::path(folder) / name).string();
}

}  // namespace

Cell TextCell(const std::string& text) { return {text, JsonText(text)}; }
Cell NumberCell(double value, const std::string& text) {
  return {text, std::isfinite(value) ? fmt::format("{}", value) : "null"};
}
Cell NumberCell(double value) {
  return NumberCell(value, std::isfinite(value) ? fmt::format("{:.2g}", value) : "-");
}
Cell EmptyCell() { return {"-", "null"}; }

std::string ToSvg(const ReportFigure& figure) { return figure.svg.empty() ? ToSvg(figure.plot) : figure.svg; }
bool IsEmpty(const ReportFigure& figure) { return figure.svg.empty() && figure.plot.series.empty(); }

std::string ToJson(const Report& report) {
  OrderedJson json = {{"format", kReportFormat}, {"title", report.title}};
  json["facts"] = OrderedJson::object();
  for (const auto& [name, text] : report.facts) json["facts"][name] = text;
  json["tables"] = OrderedJson::object();
  for (const ReportSection& section : report.sections)
    for (const ReportTable& table : section.tables) json["tables"][table.name] = TableAsJson(table);
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

void CheckReportFolder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error && !std::filesystem::is_directory(folder))
    throw InputError(fmt::format("--out {}: the folder cannot be created: {}; choose another place.", folder,
                                 error.message()));
  CheckWritable(InFolder(folder, kPage));
}

void WriteReport(const Report& report, const std::string& folder) {
  CheckReportFolder(folder);
  for (const ReportSection& section : report.sections)
    for (const ReportFigure& figure : section.figures)
      WriteFileAtomically(InFolder(folder, figure.name + ".svg"), ToSvg(figure));
  WriteFileAtomically(InFolder(folder, kData), ToJson(report));
  WriteFileAtomically(InFolder(folder, kPage), ToHtml(report));
}

}  // namespace slipstick::plot
