#include "reproduce.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "experiments/experiment.h"
#include "table.h"

namespace slipstick::cli {
namespace {

constexpr char kList[] = "list";
constexpr int kListed = 0;  // exit code

void ListExperiments() {
  Table table({{"experiment", Table::Align::kLeft}, {"what it shows", Table::Align::kLeft}});
  for (const experiments::Experiment& experiment : experiments::Experiments())
    table.Add({experiment.name, experiment.title});
  for (const std::string& line : table.Lines("")) fmt::print("{}\n", line);
  fmt::print("\nRun them with: slipstick reproduce NAME..., or all of a paper with its number\n");
}

/// Reports of experiments lie in folders of their names; all share what was measured.
MeasuringOptions InFolderOf(const ReproduceOptions& options) {
  MeasuringOptions measuring = options.measuring;
  const std::filesystem::path root = measuring.out;
  measuring.results = (root / "results").string();
  if (options.what.size() == 1)
    measuring.out = (root / options.what.front()).string();
  else
    measuring.out = (root / "several").string();
  return measuring;
}

std::vector<experiments::Experiment> FindAll(const std::vector<std::string>& names) {
  std::vector<experiments::Experiment> all;
  for (const std::string& name : names)
    for (experiments::Experiment& experiment : experiments::FindExperiments(name)) {
      const bool is_there =
          std::ranges::find(all, experiment.name, &experiments::Experiment::name) != all.end();
      if (!is_there) all.push_back(std::move(experiment));
    }
  return all;
}

plot::Report RunExperiments(const std::vector<experiments::Experiment>& experiments, const std::string& what,
                            measure::MeasurementQueue& queue) {
  plot::Report report{fmt::format("Experiments of the papers, done again: {}", what), {}, {}};
  for (const experiments::Experiment& experiment : experiments) {
    report.facts.emplace_back(experiment.name, experiment.title);
    for (plot::ReportSection& section : experiment.run(queue)) report.sections.push_back(std::move(section));
  }
  return report;
}

}  // namespace

int Reproduce(const ReproduceOptions& options) {
  if (options.what.front() == kList) {
    ListExperiments();
    return kListed;
  }
  const std::vector<experiments::Experiment> experiments = FindAll(options.what);
  const std::string names = fmt::format("{}", fmt::join(options.what, ", "));
  return MeasureAndShow(InFolderOf(options), [&](measure::MeasurementQueue& queue) {
    return RunExperiments(experiments, names, queue);
  });
}

}  // namespace slipstick::cli
