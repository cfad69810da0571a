#include "reproduce.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "exit_codes.h"
#include "experiments/experiment.h"
#include "measurement_command.h"
#include "print.h"
#include "table.h"

namespace slipstick::cli {
namespace {

constexpr char kList[] = "list";

struct ReproduceOptions {
  std::vector<std::string> what = {kList};  ///< experiments, papers, or "list"
  MeasurementOptions measurement;
};

std::string ListOfExperiments() {
  Table table({{"experiment", Table::Align::kLeft}, {"description", Table::Align::kLeft}});
  for (const experiments::Experiment& experiment : experiments::Experiments())
    table.Add({experiment.name, experiment.title});
  std::string text;
  for (const std::string& line : table.Lines("")) text += line + "\n";
  return text +
         "\nRun them with: slipstick reproduce NAME..., or all of a paper with its key, such as expo\n";
}

/// Each report has a folder with the name of its experiment; the results are shared.
MeasurementOptions InFolderOf(const ReproduceOptions& options) {
  MeasurementOptions measurement = options.measurement;
  const std::filesystem::path root = measurement.out;
  measurement.results = (root / "results").string();
  if (options.what.size() == 1)
    measurement.out = (root / options.what.front()).string();
  else
    measurement.out = (root / "several").string();
  return measurement;
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
  plot::Report report{fmt::format("Experiments of the papers: {}", what), {}, {}};
  for (const experiments::Experiment& experiment : experiments) {
    report.facts.emplace_back(experiment.name, experiment.title);
    for (plot::ReportSection& section : experiment.run(queue)) report.sections.push_back(std::move(section));
  }
  return report;
}

int Reproduce(const ReproduceOptions& options) {
  if (options.what.front() == kList) {
    Print(ListOfExperiments());
    return kSuccess;
  }
  const std::vector<experiments::Experiment> experiments = FindAll(options.what);
  const std::string names = fmt::format("{}", fmt::join(options.what, ", "));
  return MeasureAndShow(InFolderOf(options), [&](measure::MeasurementQueue& queue) {
    return RunExperiments(experiments, names, queue);
  });
}

}  // namespace

Command AddReproduce(CLI::App& app) {
  const auto options = std::make_shared<ReproduceOptions>();
  CLI::App& reproduce = *app.add_subcommand("reproduce", "Repeat experiments of the papers");
  reproduce
      .add_option("WHAT", options->what,
                  "Experiments, such as expo/fig-2, or all of a paper, such as expo; or list")
      ->type_name("");
  options->measurement.out = "out/reproduce";
  AddMeasurementOptions(reproduce, options->measurement);
  return {&reproduce, [options] { return Reproduce(*options); }};
}

}  // namespace slipstick::cli
