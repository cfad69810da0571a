#include "measuring.h"

#include <fmt/core.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "progress.h"
#include "slipstick/core/error.h"
#include "table.h"

namespace slipstick::cli {
namespace {

constexpr int kSuccess = 0, kInterrupted = 130;  // the last as shells have it

measure::StopFlag stop_measuring{false};

/// The first Ctrl-C lets measurements under way end early; a second one ends the program.
void StopMeasuring(int signal) {
  stop_measuring.store(true);
  std::signal(signal, SIG_DFL);
}

std::string WholeFile(const std::string& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

/// The version does not tell two builds apart, what is in the program does.
std::string ThisProgram(const std::string& version) {
  return fmt::format("{} ({})", version, measure::Digest(WholeFile("/proc/self/exe")));
}

/// Name of the processor; empty where that is not known.
std::string ThisComputer() {
  std::ifstream lines("/proc/cpuinfo");
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "";
}

void PrintAll(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw std::runtime_error("cannot write to standard output.");
}

/// Names of methods are not cut: those that are compared often differ at the end only.
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

/// Where measurements are kept; empty if they are not.
std::string ResultsFolder(const MeasuringOptions& options) {
  if (!options.results.empty() || options.out.empty()) return options.results;
  return (std::filesystem::path(options.out) / "results").string();
}

measure::MeasurementQueueOptions QueueOptions(const MeasuringOptions& options, Progress& progress) {
  measure::MeasurementQueueOptions queue;
  queue.threads = options.threads > 0 ? options.threads : measure::NumCores();
  queue.folder = ResultsFolder(options);
  queue.fresh = options.fresh;
  if (!queue.folder.empty()) {  // nothing else asks who measured
    queue.program = ThisProgram(options.program);
    queue.computer = ThisComputer();
  }
  queue.stop = &stop_measuring;
  queue.progress = [&progress](int done, int all) { progress.Show(done, all); };
  return queue;
}

/// `measured`: how many were finished if it was stopped.
plot::Report MeasureAndCount(const MeasuringOptions& options,
                             const std::function<plot::Report(measure::MeasurementQueue&)>& measure,
                             int& measured) {
  Progress progress("measurements");
  measure::MeasurementQueue queue(QueueOptions(options, progress));
  try {
    return measure(queue);
  } catch (const measure::Stopped&) {
    measured = queue.measured();
    throw;
  }
}

void ShowInterruption(const std::string& folder, int measured) {
  std::string remedy = "; with --out, what is measured is kept";
  if (!folder.empty())
    remedy = measured > 0 ? "; what is measured is kept in " + folder
                          : " before the first measurement was finished; nothing new is kept";
  fmt::print(stderr, "slipstick: interrupted{}.\n", remedy);
}

}  // namespace

void StopOnInterrupt() { std::signal(SIGINT, StopMeasuring); }

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

int MeasureAndShow(const MeasuringOptions& options,
                   const std::function<plot::Report(measure::MeasurementQueue&)>& measure) {
  if (!options.out.empty()) plot::CheckReportFolder(options.out);
  StopOnInterrupt();
  plot::Report report;
  int measured = 0;
  try {
    report = MeasureAndCount(options, measure, measured);
  } catch (const measure::Stopped&) {
    ShowInterruption(ResultsFolder(options), measured);
    return kInterrupted;
  }
  if (!options.out.empty()) plot::WriteReport(report, options.out);
  PrintAll(options.json ? plot::ToJson(report) : ReportAsText(report));
  if (!options.out.empty() && !options.json)
    PrintAll(fmt::format("\nwritten: {}\n", (std::filesystem::path(options.out) / "index.html").string()));
  return kSuccess;
}

}  // namespace slipstick::cli
