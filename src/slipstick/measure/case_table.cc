#include "slipstick/measure/case_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "slipstick/core/duration_text.h"
#include "slipstick/measure/case_columns.h"

namespace slipstick::measure {
namespace {

std::vector<CaseColumn> WantedColumns(const Protocol& protocol) {
  std::vector<CaseColumn> wanted;
  for (const CaseColumn& column : CaseColumns())
    if (protocol.*column.wanted) wanted.push_back(column);
  return wanted;
}

bool HasSeveralScenes(const std::vector<Case>& cases) {
  for (const Case& one : cases)
    if (one.scene->name != cases.front().scene->name) return true;
  return false;
}

double MeanError(const CaseResult& result, ErrorKind kind) {
  return kind == ErrorKind::kSelfConvergence ? result.self_convergence.mean : result.mean_reference_error();
}

double PlaceOnAxis(const MeasuredCases& measured, size_t i, Along along) {
  if (along == Along::kStep) return 1e3 * measured.results[i].step;
  return along == Along::kSpeed ? measured.results[i].cost.real_time_factor : measured.places[i];
}

plot::LinePlot::Series& SeriesNamed(const std::string& name, plot::LinePlot& plot) {
  for (plot::LinePlot::Series& series : plot.series)
    if (series.name == name) return series;
  plot.series.push_back({name, {}, {}});
  return plot.series.back();
}

/// In a sweep the name includes the time step.
std::string SeriesName(const MeasuredCases& measured, size_t i, Along along) {
  const std::string name = measured.cases[i].method.name();
  return along == Along::kValue ? fmt::format("{}, {}", name, DurationText(measured.results[i].step)) : name;
}

bool HasOtherThanZero(const plot::ReportTable& table, size_t column) {
  for (const std::vector<plot::Cell>& row : table.rows)
    if (row[column].text != "0" && row[column].text != plot::EmptyCell().text) return true;
  return false;
}

void ShowOnTerminal(const std::vector<CaseColumn>& columns, bool Protocol::*wanted,
                    plot::ReportTable& table) {
  const size_t first = table.columns.size() - columns.size();
  for (size_t j = 0; j < columns.size(); ++j)
    if (columns[j].wanted == wanted) table.columns[first + j].on_terminal = true;
}

const char* AxisLabel(Along along) { return along == Along::kStep ? "time step [ms]" : "real-time factor"; }

/// Its local errors may still be small, since they are measured with resets.
bool BecameUnstable(const CaseResult& result) { return std::isfinite(result.quality.failure_time); }

}  // namespace

plot::ReportTable TabulateCases(const MeasuredCases& measured, const Protocol& protocol,
                                const std::string& varied) {
  plot::ReportTable table{"cases", {}, {}};
  const std::vector<CaseColumn> wanted = WantedColumns(protocol);
  const bool has_scenes = HasSeveralScenes(measured.cases), has_values = !measured.values.empty();
  if (has_scenes) table.columns.push_back({"scene", "scene", "", true});
  if (has_values) table.columns.push_back({"value", varied, "The varied value.", true});
  table.columns.push_back(
      {"method", "method", "Time stepper and its options (slipstick list steppers).", true});
  table.columns.push_back({"step", "step", "Length of a time step (in JSON: s)."});
  for (const CaseColumn& column : wanted) table.columns.push_back(column.column);

  for (size_t i = 0; i < measured.cases.size(); ++i) {
    const Case& one = measured.cases[i];
    const CaseResult& result = measured.results[i];
    std::vector<plot::Cell> row;
    if (has_scenes) row.push_back(plot::TextCell(one.scene->name));
    if (has_values) row.push_back(plot::TextCell(measured.values[i]));
    row.push_back(plot::TextCell(one.method.name()));
    row.push_back(plot::NumberCell(result.step, DurationText(result.step)));
    for (const CaseColumn& column : wanted) row.push_back(column.cell(result));
    table.rows.push_back(std::move(row));
  }
  for (size_t j = 0; j < table.columns.size(); ++j)
    if (table.columns[j].warns && HasOtherThanZero(table, j)) table.columns[j].on_terminal = true;
  if (protocol.self_convergence && protocol.reference_error && CountWithoutReference(measured) > 0)
    ShowOnTerminal(wanted, &Protocol::self_convergence, table);
  return table;
}

plot::ReportFigure DrawErrors(const MeasuredCases& measured, const ErrorFigureOptions& options) {
  plot::ReportFigure figure{options.name, options.caption, {}};
  plot::LinePlot& plot = figure.plot;
  const auto scale = options.logarithmic ? plot::LinePlot::Scale::kLog : plot::LinePlot::Scale::kLinear;
  plot.title = options.title;
  plot.x = {options.along == Along::kValue ? options.axis : AxisLabel(options.along), scale};
  plot.y = {options.error == ErrorKind::kSelfConvergence ? "mean self-convergence" : "mean reference error",
            plot::LinePlot::Scale::kLog};
  for (size_t i = 0; i < measured.cases.size(); ++i) {
    const double x = PlaceOnAxis(measured, i, options.along),
                 y = MeanError(measured.results[i], options.error);
    if (BecameUnstable(measured.results[i]) || !std::isfinite(x) || !(y > 0.0) || !std::isfinite(y) ||
        (options.logarithmic && x <= 0.0))
      continue;
    plot::LinePlot::Series& series = SeriesNamed(SeriesName(measured, i, options.along), plot);
    series.x.push_back(x);
    series.y.push_back(y);
  }
  if (options.error == ErrorKind::kReference && options.along != Along::kValue && !measured.results.empty() &&
      measured.results.front().has_reference() && measured.results.front().uncertainty.mean > 0.0)
    plot.reference_lines.push_back(
        {"uncertainty of the reference", measured.results.front().uncertainty.mean});
  return figure;
}

int CountWithoutReference(const MeasuredCases& measured) {
  const auto lacks = [](const CaseResult& result) { return !result.has_reference(); };
  return static_cast<int>(std::count_if(measured.results.begin(), measured.results.end(), lacks));
}

std::string DescribeUncertainty(const MeasuredCases& measured) {
  const int lacking = CountWithoutReference(measured), all = static_cast<int>(measured.results.size());
  std::string broken = fmt::format(
      "there is no reference for {}: its run failed or is too uncertain, so reference errors and deviations "
      "are unknown",
      lacking == all ? "any row" : fmt::format("{} of {} rows", lacking, all));
  if (lacking == all) return broken;
  double mean = 0.0, max = 0.0;
  for (const CaseResult& result : measured.results) {
    if (!result.has_reference()) continue;
    mean = std::max(mean, result.uncertainty.mean), max = std::max(max, result.uncertainty.max);
  }
  return fmt::format(
      "mean {:.2g}, max {:.2g}: estimated error of the reference (its own method with twice the step); "
      "smaller errors cannot be resolved and are shown as '<'{}",
      mean, max, lacking > 0 ? "; " + broken : "");
}

}  // namespace slipstick::measure
