#include "measurement_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "exit_codes.h"
#include "interrupt.h"
#include "option_kinds.h"
#include "print.h"
#include "progress.h"
#include "slipstick/core/digest.h"
#include "slipstick/core/error.h"
#include "slipstick/core/processor_name.h"
#include "slipstick/core/read_file.h"
#include "table.h"
#include "version.h"

namespace slipstick::cli {
namespace {

constexpr int kMaxThreads = 4096;

/// With a digest of the executable, since two builds may have the same version.
std::string ThisProgram(const std::string& version) {
  return fmt::format("{} ({})", version, Digest(ReadFile("/proc/self/exe").value_or("")));
}

/// Names of methods are not cut, since they often differ only at the end.
std::string TableAsText(const plot::ReportTable& report) {
  std::vector<Table::Column> columns;
  for (const plot::ReportColumn& column : report.columns)
    if (column.on_terminal)
      columns.push_back(
          {column.title, column.is_text ? Table::Align::kLeft : Table::Align::kRight, column.is_text});
  Table table(columns);
  for (const auto& row : report.rows) {
    std::vector<std::string> cells;
    for (size_t i = 0; i < row.size(); ++i)
      if (report.columns[i].on_terminal) cells.push_back(row[i].text);
    table.Add(std::move(cells));
  }
  std::string text;
  for (const std::string& line : table.WrappedLines(OutputWidth())) text += line + "\n";
  return text;
}

/// Folder for results; empty if they are not stored.
std::string ResultsFolder(const MeasurementOptions& options) {
  if (!options.results.empty() || options.out.empty()) return options.results;
  return (std::filesystem::path(options.out) / "results").string();
}

measure::MeasurementQueueOptions QueueOptions(const MeasurementOptions& options, Progress& progress) {
  measure::MeasurementQueueOptions queue;
  queue.threads = options.threads > 0 ? options.threads : measure::NumCores();
  queue.folder = ResultsFolder(options);
  queue.fresh = options.fresh;
  if (!queue.folder.empty()) {  // only stored results need them
    queue.program = ThisProgram(kProgram);
    queue.computer = ProcessorName();
  }
  queue.stop = &Interrupted();
  queue.progress = [&progress](int done, int all) { progress.Show(done, all); };
  return queue;
}

/// `measured`: number of finished measurements if it was stopped.
plot::Report MeasureAndCount(const MeasurementOptions& options,
                             const std::function<plot::Report(measure::MeasurementQueue&)>& measure,
                             int& measured) {
  Progress progress("measurements");
  measure::MeasurementQueue queue(QueueOptions(options, progress));
  try {
    return measure(queue);
  } catch (const Stopped&) {
    measured = queue.measured();
    throw;
  }
}

void ShowInterruption(const std::string& folder, int measured) {
  std::string remedy = "; with --out, results would be kept";
  if (!folder.empty())
    remedy = measured > 0 ? "; results are kept in " + folder
                          : " before the first measurement was finished; nothing new is kept";
  fmt::print(stderr, "slipstick: interrupted{}.\n", remedy);
}

/// The report for a terminal.
std::string ReportAsText(const plot::Report& report) {
  std::string text = report.title + "\n";
  for (const auto& [name, fact] : report.facts) text += Wrapped(fmt::format("  {:<16} ", name), fact);
  for (const plot::ReportSection& section : report.sections) {
    text += "\n";
    if (report.sections.size() > 1) text += section.heading + "\n";
    for (const plot::ReportTable& table : section.tables) text += TableAsText(table) + "\n";
    for (const std::string& remark : section.remarks) text += Wrapped("", remark);
  }
  return text;
}

}  // namespace

void AddMeasurementOptions(CLI::App& command, MeasurementOptions& options) {
  const auto refuse_empty = [](const std::string& folder) -> std::string {
    return folder.empty() ? "'' is not a folder; name one, or leave out --out" : "";
  };
  command
      .add_option("--out", options.out,
                  "Folder for an HTML report with pictures, and for results to be reused")
      ->type_name("FOLDER")
      ->check(CLI::Validator(refuse_empty, "", ""));
  command.add_flag("--json", options.json, "Print the tables as JSON");
  AddCount(command, "--threads", options.threads, kMaxThreads,
           "Number of parallel measurements; default: one per core");
  command.add_flag("--fresh", options.fresh, "Measure again instead of reusing results in the folder");
}

int MeasureAndShow(const MeasurementOptions& options,
                   const std::function<plot::Report(measure::MeasurementQueue&)>& measure) {
  if (!options.out.empty()) plot::CheckReportFolder(options.out);
  StopOnInterrupt();
  plot::Report report;
  int measured = 0;
  try {
    report = MeasureAndCount(options, measure, measured);
  } catch (const Stopped&) {
    ShowInterruption(ResultsFolder(options), measured);
    return kInterrupted;
  }
  if (!options.out.empty()) plot::WriteReport(report, options.out);
  Print(options.json ? plot::ToJson(report) : ReportAsText(report));
  if (!options.out.empty() && !options.json)
    Print(fmt::format("\nwritten: {}\n", (std::filesystem::path(options.out) / "index.html").string()));
  return kSuccess;
}

}  // namespace slipstick::cli
