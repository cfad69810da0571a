#include "experiments/nmdp/gait_series.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "experiments/experiment.h"
#include "slipstick/core/duration_text.h"
#include "slipstick/scene/scene_library.h"

namespace slipstick::nmdp_experiments {
namespace {

constexpr double kLongestBaselineShown = 7e-3;                   // s: stable up to here in the paper
constexpr double kCompareEvery = 0.05, kCompareRounding = 1e-9;  // s
constexpr char kBaseline[] = "mdp";

std::shared_ptr<const measure::MeasuredScene> SceneWithStep(const char* name, double dt,
                                                            const std::vector<SceneEdit>& edits = {}) {
  scene::SceneSource source = scene::FindScene(name);
  source.edits = edits;
  source.edits.push_back({"dt", fmt::format("{}", dt), "dt"});
  return std::make_shared<const measure::MeasuredScene>(measure::PrepareScene(source));
}

std::vector<double> Milliseconds(int first, int last, int stride) {
  std::vector<double> steps;
  for (int k = first; k <= last; k += stride) steps.push_back(1e-3 * k);
  return steps;
}

double Interpolate(const std::vector<double>& x, const std::vector<double>& y, double at) {
  const auto above = std::lower_bound(x.begin(), x.end(), at - kCompareRounding);
  const size_t i = std::clamp<size_t>(above - x.begin(), 1, x.size() - 1);
  const double fraction = (at - x[i - 1]) / (x[i] - x[i - 1]);
  return y[i - 1] + fraction * (y[i] - y[i - 1]);
}

double Deviation(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0.0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / (n - 1.0));
}

}  // namespace

bool IsBaseline(const measure::Method& method) { return method.stepper == kBaseline; }

std::vector<measure::Method> GaitMethods(std::vector<std::string>& remarks) {
  std::vector<experiments::NamedMethod> named;
  for (const char* name : {kBaseline, "nmdp", "nmdp-zeroth", "nmdp-pbd", "nmdp-pbd-zeroth"})
    named.push_back({name, name});
  return experiments::AvailableMethods(named, remarks);
}

std::vector<double> StepsOf(const measure::Method& method) {
  return IsBaseline(method) ? Milliseconds(1, 50, 1) : Milliseconds(5, 50, 5);
}

void AddGait(std::deque<GaitSeries>& all, const char* name, const measure::Method& method,
             measure::MeasurementQueue& queue, const std::vector<SceneEdit>& edits) {
  GaitSeries& runs = all.emplace_back(GaitSeries{name, method, StepsOf(method)});
  for (const double dt : runs.dts) {
    const auto scene = SceneWithStep(name, dt, edits);
    queue.Add<GaitRun>(measure::MeasurementQueue::Kind::kParallel,
                       {"nmdp: gait", scene.get(), method, dt, ""}, {}, runs.runs.emplace_back(),
                       [&queue, scene, method, dt] { return MeasureGait(*scene, method, dt, queue.stop()); });
  }
}

void AddGaitCost(const char* name, const measure::Method& method, double dt, GaitCost& cost,
                 measure::MeasurementQueue& queue) {
  const auto scene = SceneWithStep(name, dt);
  queue.Add<GaitCost>(
      measure::MeasurementQueue::Kind::kTiming, {"nmdp: gait cost", scene.get(), method, dt, ""}, {}, cost,
      [&queue, scene, method, dt] { return MeasureGaitCost(*scene, method, dt, queue.stop()); });
}

std::vector<size_t> GaitSeries::Finished() const {
  std::vector<size_t> finished;
  for (size_t i = 0; i < runs.size(); ++i)
    if (runs[i].finished) finished.push_back(i);
  return finished;
}

size_t GaitSeries::CountStable() const {
  size_t count = 0;
  while (count < runs.size() && runs[count].finished) ++count;
  return count;
}

double GaitSeries::LargestTilt() const {
  double largest = 0.0;
  for (const size_t i : Finished()) largest = std::max(largest, runs[i].largest_tilt);
  return largest;
}

double GaitSeries::MedianTilt() const {
  std::vector<double> tilts;
  for (const size_t i : Finished()) tilts.push_back(runs[i].largest_tilt);
  if (tilts.empty()) return measure::kUnknown;
  std::sort(tilts.begin(), tilts.end());
  return 0.5 * (tilts[(tilts.size() - 1) / 2] + tilts[tilts.size() / 2]);
}

std::vector<size_t> ShownRuns(const GaitSeries& runs) {
  if (!IsBaseline(runs.method)) return runs.Finished();
  std::vector<size_t> shown;
  for (size_t i = 0; i < runs.CountStable(); ++i)
    if (runs.dts[i] <= kLongestBaselineShown * (1.0 + kCompareRounding)) shown.push_back(i);
  return shown;
}

double MeanDeviation(const GaitSeries& runs, const std::vector<size_t>& which,
                     std::vector<double> GaitRun::*quantity) {
  if (which.size() < 2) return measure::kUnknown;
  double end = runs.runs[which[0]].ended_at, sum = 0.0;
  for (const size_t i : which) end = std::min(end, runs.runs[i].t.back());
  const auto count = static_cast<int>(end / kCompareEvery + kCompareRounding);
  std::vector<double> values(which.size());
  for (int k = 1; k <= count; ++k) {
    for (size_t i = 0; i < which.size(); ++i)
      values[i] = Interpolate(runs.runs[which[i]].t, runs.runs[which[i]].*quantity, k * kCompareEvery);
    sum += Deviation(values);
  }
  return sum / count;
}

std::string FinishedText(const GaitSeries& runs) {
  const size_t all = runs.runs.size();
  if (runs.CountStable() == all) return fmt::format("all {}", all);
  std::string ranges;
  for (size_t i = 0; i < all; ++i) {
    if (!runs.runs[i].finished) continue;
    const size_t first = i;
    while (i + 1 < all && runs.runs[i + 1].finished) ++i;
    ranges += fmt::format("{}{:g}", ranges.empty() ? "" : ", ", 1e3 * runs.dts[first]);
    if (i > first) ranges += fmt::format("-{:g}", 1e3 * runs.dts[i]);
  }
  return ranges.empty() ? "none" : ranges + " ms";
}

std::vector<plot::ReportFigure> DrawGaits(const std::deque<GaitSeries>& all, const std::string& name,
                                          const std::string& quantity, std::vector<double> GaitRun::*values,
                                          double unit) {
  std::vector<plot::ReportFigure> figures;
  for (const GaitSeries& runs : all) {
    plot::ReportFigure figure{fmt::format("{}-{}", name, runs.method.name()),
                              fmt::format("{}, {}.", runs.scene, runs.method.name()),
                              {}};
    figure.plot.title = fmt::format("{}, {}", runs.scene, runs.method.name());
    figure.plot.x = {"time [s]"};
    figure.plot.y = {quantity};
    for (const size_t i : ShownRuns(runs)) {
      plot::LinePlot::Series series{DurationText(runs.dts[i]), runs.runs[i].t, runs.runs[i].*values};
      for (double& y : series.y) y /= unit;
      figure.plot.series.push_back(std::move(series));
    }
    if (!plot::IsEmpty(figure)) figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace slipstick::nmdp_experiments
