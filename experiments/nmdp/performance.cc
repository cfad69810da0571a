// Fig. 6: frame rates and outer iterations at 50 ms, iterations against the step, and the steps that
// Algorithm 2 chooses.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "experiments/nmdp/gait_series.h"
#include "experiments/nmdp/nmdp_experiments.h"
#include "slipstick/core/duration_text.h"

namespace slipstick::nmdp_experiments {
namespace {

constexpr const char* kGaitScenes[] = {"robosimian-walk", "robosimian-jump", "spider-walk", "spider-jump"};
constexpr size_t kScenesOverSteps = 2;  ///< the first of them run with all steps
constexpr size_t kAdaptive = 1;         ///< index of the scene of Fig. 6d
constexpr double kFrame = 50e-3;        // s
constexpr int kBinsPerDecade = 8;

/// All steps of all scenes by one method.
struct MethodCost {
  measure::Method method;
  double dt;  ///< s: for the baseline a shorter, stable one
  std::deque<GaitCost> costs = {};

  std::vector<double> Gather(std::vector<double> GaitCost::*values) const {
    std::vector<double> all;
    for (const GaitCost& cost : costs) all.insert(all.end(), (cost.*values).begin(), (cost.*values).end());
    return all;
  }
};

double MedianOf(std::vector<double> values) {
  if (values.empty()) return measure::kUnknown;
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

double MeanOf(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// Percentage of steps in bins whose edges grow by equal ratios; for whole numbers by at least one.
plot::LinePlot::Series Histogram(const std::string& name, std::vector<double> values, bool whole) {
  std::sort(values.begin(), values.end());
  const double ratio = std::pow(10.0, 1.0 / kBinsPerDecade);
  const auto next = [&](double edge) {
    return whole ? std::max(edge + 1.0, std::round(edge * ratio)) : edge * ratio;
  };
  double edge = 1.0;
  while (next(edge) <= values.front()) edge = next(edge);
  plot::LinePlot::Series series{name, {}, {}};
  for (auto from = values.begin(); from != values.end(); edge = next(edge)) {
    const auto to = std::lower_bound(from, values.end(), next(edge));
    series.x.push_back(whole ? edge : edge * std::sqrt(ratio));
    series.y.push_back(100.0 * static_cast<double>(to - from) / static_cast<double>(values.size()));
    from = to;
  }
  return series;
}

plot::ReportFigure DrawFrameRates(const std::deque<MethodCost>& all) {
  plot::ReportFigure figure{"frame-rates", "Distribution of frame rates over the steps of all scenes.", {}};
  figure.plot.title = "Frame rates (Fig. 6a)";
  figure.plot.x = {"1 / time of a step [1/s]", plot::LinePlot::Scale::kLog};
  figure.plot.y = {"steps [%]"};
  for (const MethodCost& each : all) {
    std::vector<double> rates = each.Gather(&GaitCost::wall);
    for (double& rate : rates) rate = 1.0 / rate;
    if (rates.empty()) continue;
    figure.plot.series.push_back(
        Histogram(fmt::format("{}, {}", each.method.name(), DurationText(each.dt)), rates, false));
  }
  return figure;
}

plot::ReportFigure DrawIterations(const std::deque<MethodCost>& all) {
  plot::ReportFigure figure{"outer-iterations",
                            "Distribution of outer iterations over the steps of all scenes. 0 counts as 1.",
                            {}};
  figure.plot.title = "Outer iterations of a step (Fig. 6b)";
  figure.plot.x = {"outer iterations", plot::LinePlot::Scale::kLog};
  figure.plot.y = {"steps [%]"};
  for (const MethodCost& each : all) {
    const std::vector<double> iterations = each.Gather(&GaitCost::iterations);
    if (IsBaseline(each.method) || iterations.empty()) continue;
    figure.plot.series.push_back(Histogram(each.method.name(), iterations, true));
  }
  return figure;
}

plot::ReportFigure DrawIterationsOverSteps(const std::deque<GaitSeries>& runs,
                                           const std::vector<measure::Method>& methods) {
  plot::ReportFigure figure{
      "iterations-over-steps",
      "Outer iterations of a step against its length, mean over walk and jump of RoboSimian.",
      {}};
  figure.plot.title = "Outer iterations against the step (Fig. 6c)";
  figure.plot.x = {"step [ms]"};
  figure.plot.y = {"outer iterations", plot::LinePlot::Scale::kLog};
  for (size_t m = 0; m < methods.size(); ++m) {
    if (IsBaseline(methods[m])) continue;
    const std::vector<double> dts = StepsOf(methods[m]);
    plot::LinePlot::Series series{methods[m].name(), {}, {}};
    for (size_t i = 0; i < dts.size(); ++i) {
      double sum = 0.0, steps = 0.0;
      for (const GaitSeries& each : runs)
        if (each.method.stepper == methods[m].stepper)
          sum += each.runs[i].iterations * each.runs[i].steps, steps += each.runs[i].steps;
      series.x.push_back(1e3 * dts[i]), series.y.push_back(sum / steps);
    }
    figure.plot.series.push_back(std::move(series));
  }
  return figure;
}

plot::ReportFigure DrawShortest(const std::deque<MethodCost>& all) {
  plot::ReportFigure figure{
      "adaptive-steps",
      fmt::format("Shortest sub-step of every step of 50 ms, scene {}.", kGaitScenes[kAdaptive]),
      {}};
  figure.plot.title = fmt::format("Adaptive steps on {} (Fig. 6d)", kGaitScenes[kAdaptive]);
  figure.plot.x = {"time [s]"};
  figure.plot.y = {"shortest sub-step [ms]", plot::LinePlot::Scale::kLog};
  for (const MethodCost& each : all) {
    const GaitCost& cost = each.costs[kAdaptive];
    if (IsBaseline(each.method) || cost.t.empty()) continue;
    plot::LinePlot::Series series{each.method.name(), cost.t, cost.shortest};
    for (double& substep : series.y) substep *= 1e3;
    figure.plot.series.push_back(std::move(series));
  }
  return figure;
}

struct CostTable {
  plot::ReportTable table;
  std::string summary;
};

CostTable Tabulate(const std::deque<MethodCost>& all) {
  CostTable cost{{"gait-cost",
                  {{"method", "method", "", true},
                   {"dt", "step", "In JSON: s."},
                   {"steps", "steps", "Of all four scenes."},
                   {"median", "median [µs]",
                    "Of a step: stepper and controller, one thread, minimum of three runs (in JSON: s)."},
                   {"slowest", "slowest [µs]", "In JSON: s."},
                   {"frame_rate", "frame rate [1/s]", "Median of 1 / time of a step."},
                   {"real_time_factor", "real-time factor", "Step length over its median computing time."},
                   {"iterations", "iterations", "Outer ones, mean of a step."},
                   {"max_iterations", "max iterations", "Of a step."},
                   {"split_steps", "split steps", "Steps split into sub-steps."},
                   {"shortest", "shortest sub-step", "In JSON: s."}},
                  {}},
                 ""};
  std::map<std::string, double> iterations;
  for (const MethodCost& each : all) {
    const std::vector<double> wall = each.Gather(&GaitCost::wall), outer = each.Gather(&GaitCost::iterations),
                              shortest = each.Gather(&GaitCost::shortest);
    if (wall.empty()) continue;
    const double median = MedianOf(wall), slowest = *std::max_element(wall.begin(), wall.end());
    const double most = *std::max_element(outer.begin(), outer.end()),
                 least = *std::min_element(shortest.begin(), shortest.end());
    const auto split_steps = std::count_if(shortest.begin(), shortest.end(),
                                           [&](double substep) { return substep < 0.999 * each.dt; });
    iterations[each.method.stepper] = MeanOf(outer);
    cost.summary += fmt::format("{} {} {:.0f} µs", cost.summary.empty() ? " Median time of a step:" : ",",
                                each.method.name(), 1e6 * median);
    cost.table.rows.push_back(
        {plot::TextCell(each.method.name()), plot::NumberCell(each.dt, DurationText(each.dt)),
         plot::NumberCell(static_cast<double>(wall.size()), fmt::format("{}", wall.size())),
         plot::NumberCell(median, fmt::format("{:.0f}", 1e6 * median)),
         plot::NumberCell(slowest, fmt::format("{:.0f}", 1e6 * slowest)),
         plot::NumberCell(1.0 / median, fmt::format("{:.0f}", 1.0 / median)),
         plot::NumberCell(each.dt / median, fmt::format("{:.0f} x", each.dt / median)),
         plot::NumberCell(MeanOf(outer), fmt::format("{:.1f}", MeanOf(outer))),
         plot::NumberCell(most, fmt::format("{:.0f}", most)),
         plot::NumberCell(static_cast<double>(split_steps), fmt::format("{}", split_steps)),
         plot::NumberCell(least, DurationText(least))});
  }
  if (!cost.summary.empty()) cost.summary += ".";
  for (const char* first : {"nmdp", "nmdp-pbd"}) {
    const std::string zeroth = std::string(first) + "-zeroth";
    if (iterations.contains(first) && iterations.contains(zeroth))
      cost.summary += fmt::format(" {} takes {:.1f} times as many outer iterations as {}.", zeroth,
                                  iterations[zeroth] / iterations[first], first);
  }
  return cost;
}

}  // namespace

std::vector<plot::ReportSection> Performance(measure::MeasurementQueue& queue) {
  plot::ReportSection section;
  const std::vector<measure::Method> methods = GaitMethods(section.remarks);
  std::deque<GaitSeries> runs;
  for (size_t scene = 0; scene < std::size(kGaitScenes); ++scene)
    for (const measure::Method& method : methods)
      if (IsBaseline(method) || scene < kScenesOverSteps) AddGait(runs, kGaitScenes[scene], method, queue);
  queue.Run();
  std::deque<MethodCost> all;
  for (const measure::Method& method : methods) {
    // The longest step with which the baseline completes every scene.
    double dt = kFrame;
    for (const GaitSeries& each : runs)
      if (IsBaseline(method) && IsBaseline(each.method))
        dt = std::min(dt, each.dts[std::max<size_t>(each.CountStable(), 1) - 1]);
    MethodCost& cost = all.emplace_back(MethodCost{method, dt});
    for (const char* scene : kGaitScenes) AddGaitCost(scene, method, dt, cost.costs.emplace_back(), queue);
  }
  queue.Run();

  CostTable cost = Tabulate(all);
  section.heading = "Pan and Hauser 2020, Fig. 6: computing time of walks and jumps";
  section.paragraphs.push_back(fmt::format(
      "All steps of the first five seconds of four scenes, at {}; mdp at its longest step that completes all "
      "scenes.{} The paper finds zeroth order about ten times slower than first order, first-order steps "
      "never split and zeroth-order steps split down to 25 ms.",
      DurationText(kFrame), cost.summary));
  section.tables.push_back(std::move(cost.table));
  section.figures = {DrawFrameRates(all), DrawIterations(all), DrawIterationsOverSteps(runs, methods),
                     DrawShortest(all)};
  std::erase_if(section.figures, plot::IsEmpty);
  return {section};
}

}  // namespace slipstick::nmdp_experiments
