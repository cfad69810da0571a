#include "slipstick/plot/report.h"

#include <fmt/core.h>

#include <cmath>
#include <cstdint>
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

/// Whole numbers without ".0", up to the size at which they get an exponent.
OrderedJson NumberAsJson(double value) {
  constexpr double kMaxWithoutExponent = 1e16;
  if (std::trunc(value) == value && std::abs(value) < kMaxWithoutExponent) return static_cast<int64_t>(value);
  return value;
}

OrderedJson CellAsJson(const Cell& cell) {
  if (const bool* flag = std::get_if<bool>(&cell.value)) return *flag;
  if (const double* number = std::get_if<double>(&cell.value)) return NumberAsJson(*number);
  if (const std::string* text = std::get_if<std::string>(&cell.value)) return *text;
  return nullptr;
}

OrderedJson TableAsJson(const ReportTable& table) {
  OrderedJson rows = OrderedJson::array();
  for (const auto& row : table.rows) {
    OrderedJson object = OrderedJson::object();
    for (size_t i = 0; i < row.size(); ++i) object[table.columns[i].key] = CellAsJson(row[i]);
    rows.push_back(std::move(object));
  }
  return rows;
}

std::string InFolder(const std::string& folder, const std::string& name) {
  return (std::filesystem::path(folder) / name).string();
}

}  // namespace

Cell TextCell(const std::string& text) { return {text, text}; }
Cell NumberCell(double value, const std::string& text) {
  return std::isfinite(value) ? Cell{text, value} : EmptyCell(text);
}
Cell NumberCell(double value) {
  return NumberCell(value, std::isfinite(value) ? fmt::format("{:.2g}", value) : "-");
}
Cell EmptyCell(const std::string& text) { return {text, std::monostate{}}; }

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
