// Figs. 3 to 5: tilt and height of the torso on a symmetric jump, and distance on a walk.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/nmdp/gait_series.h"
#include "experiments/nmdp/nmdp_experiments.h"
#include "slipstick/core/duration_text.h"

namespace slipstick::nmdp_experiments {
namespace {

constexpr char kJumpScene[] = "robosimian-jump", kWalkScene[] = "robosimian-walk";
constexpr double kTiltDegree = std::numbers::pi / 180.0;
constexpr double kPaperLargestStable = 7e-3;  // s, of the baseline on the jump
constexpr double kStartOfJumps = 1.0;         // s

/// The data of the three figures: one scene, all methods, all steps.
struct Trajectories {
  std::deque<GaitSeries> all;
  std::vector<std::string> remarks;

  Trajectories(const char* scene, measure::MeasurementQueue& queue) {
    for (const measure::Method& method : GaitMethods(remarks)) AddGait(all, scene, method, queue);
    queue.Run();
  }
  const GaitSeries* Find(const std::string& stepper) const {
    for (const GaitSeries& runs : all)
      if (runs.method.stepper == stepper) return &runs;
    return nullptr;
  }
};

/// "mdp finishes 1 ms to 6 ms of the steps from 1 ms to 50 ms (paper: up to 7 ms), and fails after 0.3 s
/// at 7 ms; nmdp ..."
std::string DescribeFinished(const Trajectories& trajectories) {
  std::string text;
  for (const GaitSeries& runs : trajectories.all) {
    text += fmt::format("{}{} finishes {} of the steps from {} to {}", text.empty() ? "" : "; ",
                        runs.method.name(), FinishedText(runs), DurationText(runs.dts.front()),
                        DurationText(runs.dts.back()));
    if (IsBaseline(runs.method) && runs.scene == kJumpScene)
      text += fmt::format(" (paper: up to {})", DurationText(kPaperLargestStable));
    const size_t stable = runs.CountStable();
    if (stable < runs.runs.size())
      text += fmt::format(", and fails after {:.2f} s at {}", runs.runs[stable].ended_at,
                          DurationText(runs.dts[stable]));
  }
  return text + ".";
}

std::vector<plot::ReportColumn> CommonColumns() {
  return {{"method", "method", "", true},
          {"finished", "finished", "Steps with which the run is completed.", true},
          {"largest_stable", "stable up to",
           "Longest step such that it and all shorter ones finish (in JSON: s)."}};
}

std::vector<plot::Cell> CommonCells(const GaitSeries& runs) {
  const size_t stable = runs.CountStable();
  return {plot::TextCell(runs.method.name()), plot::TextCell(FinishedText(runs)),
          stable > 0 ? plot::NumberCell(runs.dts[stable - 1], DurationText(runs.dts[stable - 1]))
                     : plot::EmptyCell()};
}

/// A row per run.
plot::ReportTable TabulateRuns(const Trajectories& trajectories, const std::string& name) {
  plot::ReportTable table{name,
                          {{"method", "method", "", true},
                           {"dt", "step", "In JSON: s."},
                           {"finished", "finished", "", true},
                           {"ended_at", "ended at [s]", "Time of failure, or the end."},
                           {"tilt", "tilt [deg]", "Largest tilt of the torso (in JSON: rad)."},
                           {"height", "height [m]", "Largest height of the torso after the first second."},
                           {"distance", "distance [m]", "At the end."},
                           {"iterations", "iterations", "Outer iterations, mean of a step."},
                           {"split_steps", "split steps", "Steps split into sub-steps."},
                           {"unsolved_steps", "unsolved", "Not converged with the shortest sub-steps."},
                           {"shortest", "shortest sub-step", "In JSON: s."}},
                          {}};
  for (const GaitSeries& runs : trajectories.all)
    for (size_t i = 0; i < runs.runs.size(); ++i) {
      if (IsBaseline(runs.method) && i > 0 && !runs.runs[i - 1].finished && !runs.runs[i].finished) continue;
      const GaitRun& run = runs.runs[i];
      double height = -1e9;
      for (size_t k = 0; k < run.t.size(); ++k)
        if (run.t[k] >= kStartOfJumps) height = std::max(height, run.height[k]);
      table.rows.push_back(
          {plot::TextCell(runs.method.name()), plot::NumberCell(runs.dts[i], DurationText(runs.dts[i])),
           plot::TextCell(run.finished ? "yes" : "no"),
           plot::NumberCell(run.ended_at, fmt::format("{:.2f}", run.ended_at)),
           plot::NumberCell(run.largest_tilt, fmt::format("{:.3g}", run.largest_tilt / kTiltDegree)),
           height > -1e9 ? plot::NumberCell(height, fmt::format("{:.3f}", height)) : plot::EmptyCell(),
           plot::NumberCell(run.distance.back(), fmt::format("{:.2f}", run.distance.back())),
           plot::NumberCell(run.iterations, fmt::format("{:.1f}", run.iterations)),
           plot::NumberCell(run.split_steps, fmt::format("{}", run.split_steps)),
           plot::NumberCell(run.unsolved_steps, fmt::format("{}", run.unsolved_steps)),
           plot::NumberCell(run.shortest, DurationText(run.shortest))});
    }
  return table;
}

void AddFigures(const Trajectories& trajectories, const std::string& name, const std::string& quantity,
                std::vector<double> GaitRun::*values, double unit, plot::ReportSection& section) {
  for (plot::ReportFigure& figure : DrawGaits(trajectories.all, name, quantity, values, unit))
    section.figures.push_back(std::move(figure));
  section.remarks.insert(section.remarks.end(), trajectories.remarks.begin(), trajectories.remarks.end());
}

/// Dependence of a quantity on the step, over all runs shown.
void AddDeviations(const Trajectories& trajectories, std::vector<double> GaitRun::*quantity,
                   plot::ReportTable& table) {
  for (const GaitSeries& runs : trajectories.all) {
    std::vector<plot::Cell> row = CommonCells(runs);
    const std::vector<size_t> shown = ShownRuns(runs);
    const double deviation = MeanDeviation(runs, shown, quantity);
    row.push_back(plot::NumberCell(static_cast<double>(shown.size()), fmt::format("{}", shown.size())));
    row.push_back(std::isfinite(deviation) ? plot::NumberCell(deviation, fmt::format("{:.3f}", deviation))
                                           : plot::EmptyCell());
    table.rows.push_back(std::move(row));
  }
}

plot::ReportTable DeviationTable(const std::string& name) {
  plot::ReportTable table{name, CommonColumns(), {}};
  table.columns.push_back(
      {"shown", "drawn", "Number of steps drawn: all finished; of mdp those up to 7 ms."});
  table.columns.push_back(
      {"deviation", "deviation [m]",
       "Standard deviation between the steps drawn, averaged over time; 0: no dependence on the step."});
  return table;
}

}  // namespace

std::vector<plot::ReportSection> TorsoTilt(measure::MeasurementQueue& queue) {
  const Trajectories trajectories(kJumpScene, queue);
  const GaitSeries* const baseline = trajectories.Find("mdp");
  plot::ReportTable table{"tilt", CommonColumns(), {}};
  table.columns.push_back(
      {"tilt", "largest tilt [deg]", "Of all finished runs; the exact value is 0 (in JSON: rad)."});
  table.columns.push_back(
      {"median_tilt", "median [deg]", "Of the largest tilts of these runs (in JSON: rad)."});
  table.columns.push_back({"ratio", "x mdp", "Largest tilt divided by that of mdp."});
  table.columns.push_back({"split_steps", "split steps", "Steps split into sub-steps, of all runs."});
  table.columns.push_back({"shortest", "shortest sub-step", "Of all runs (in JSON: s)."});
  std::string ratios;
  for (const GaitSeries& runs : trajectories.all) {
    std::vector<plot::Cell> row = CommonCells(runs);
    const double tilt = runs.LargestTilt(),
                 ratio = baseline != nullptr ? tilt / baseline->LargestTilt() : measure::kUnknown;
    int split_steps = 0;
    double shortest = runs.dts.back();
    for (const GaitRun& run : runs.runs)
      if (run.finished) split_steps += run.split_steps, shortest = std::min(shortest, run.shortest);
    row.push_back(plot::NumberCell(tilt, fmt::format("{:.3g}", tilt / kTiltDegree)));
    row.push_back(
        plot::NumberCell(runs.MedianTilt(), fmt::format("{:.2g}", runs.MedianTilt() / kTiltDegree)));
    row.push_back(plot::NumberCell(ratio));
    row.push_back(plot::NumberCell(split_steps, fmt::format("{}", split_steps)));
    row.push_back(plot::NumberCell(shortest, DurationText(shortest)));
    table.rows.push_back(std::move(row));
    ratios += fmt::format("{}{} {:.3g}° (median {:.2g}°)", ratios.empty() ? "" : ", ", runs.method.name(),
                          tilt / kTiltDegree, runs.MedianTilt() / kTiltDegree);
  }
  plot::ReportSection section;
  section.heading = "Pan and Hauser 2020, Fig. 3: tilt of the torso on a symmetric jump";
  section.paragraphs.push_back(fmt::format(
      "RoboSimian jumps on the spot for 10 s. Robot and motion are symmetric, so its torso should not tilt. "
      "{} Largest tilt of the finished runs: {}.",
      DescribeFinished(trajectories), ratios));
  section.tables.push_back(std::move(table));
  section.tables.push_back(TabulateRuns(trajectories, "tilt-runs"));
  AddFigures(trajectories, "tilt", "tilt [deg]", &GaitRun::tilt, kTiltDegree, section);
  section.remarks.emplace_back(
      "A symmetric robot tilts because rounding errors are amplified, so digits differ between computers. A "
      "run fails if a step fails, or if the torso lies on its side, is 3 m above or 1 m below the ground. "
      "Figures show the finished steps; of mdp those up to 7 ms, as in the paper.");
  return {section};
}

std::vector<plot::ReportSection> TorsoHeight(measure::MeasurementQueue& queue) {
  const Trajectories trajectories(kJumpScene, queue);
  plot::ReportSection section;
  section.heading = "Pan and Hauser 2020, Fig. 4: height of the torso on a symmetric jump";
  section.paragraphs.emplace_back(
      "The same jumps: height of the torso over time. It should be periodic, and the same for all steps.");
  section.tables.push_back(DeviationTable("height"));
  AddDeviations(trajectories, &GaitRun::height, section.tables.back());
  AddFigures(trajectories, "height", "height of the torso [m]", &GaitRun::height, 1.0, section);
  return {section};
}

std::vector<plot::ReportSection> WalkingDistance(measure::MeasurementQueue& queue) {
  const Trajectories trajectories(kWalkScene, queue);
  plot::ReportSection section;
  section.heading = "Pan and Hauser 2020, Fig. 5: distance on a walk";
  section.paragraphs.push_back(fmt::format(
      "RoboSimian walks for 10 s on diagonal pairs of feet. The distance should grow linearly, and equally "
      "for all steps. {}",
      DescribeFinished(trajectories)));
  section.tables.push_back(DeviationTable("distance"));
  AddDeviations(trajectories, &GaitRun::distance, section.tables.back());
  section.tables.push_back(TabulateRuns(trajectories, "distance-runs"));
  AddFigures(trajectories, "distance", "distance [m]", &GaitRun::distance, 1.0, section);
  return {section};
}

}  // namespace slipstick::nmdp_experiments
