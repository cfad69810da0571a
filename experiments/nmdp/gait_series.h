// Several runs of one scene: their steps, statistics and figures.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "experiments/nmdp/gait_run.h"
#include "slipstick/measure/measurement_queue.h"
#include "slipstick/plot/report.h"
#include "slipstick/toml/scene_edit.h"

namespace slipstick::nmdp_experiments {

/// Runs of one scene by one method, one for every step.
struct GaitSeries {
  std::string scene;
  measure::Method method;
  std::vector<double> dts;  ///< s, rising
  std::deque<GaitRun> runs = {};

  /// Indices of the runs that did not fail.
  std::vector<size_t> Finished() const;
  /// The number of step lengths, from the shortest, before the first that fails.
  size_t CountStable() const;
  double LargestTilt() const;  ///< of the finished runs, rad
  double MedianTilt() const;   ///< median of the largest tilt of each finished run, rad; unknown without any
};
/// The runs are set by queue.Run().
void AddGait(std::deque<GaitSeries>& all, const char* scene, const measure::Method& method,
             measure::MeasurementQueue& queue, const std::vector<SceneEdit>& edits = {});
void AddGaitCost(const char* scene, const measure::Method& method, double dt, GaitCost& cost,
                 measure::MeasurementQueue& queue);

/// The methods of the paper that this program has. The first is the baseline.
std::vector<measure::Method> GaitMethods(std::vector<std::string>& remarks);
bool IsBaseline(const measure::Method& method);

/// 5, 10, ... 50 ms; for the baseline 1, 2, ... 50 ms, to find where it fails.
std::vector<double> StepsOf(const measure::Method& method);
/// The runs that the paper shows: all finished ones; of the baseline the stable ones up to 7 ms.
std::vector<size_t> ShownRuns(const GaitSeries& runs);

/// Sample standard deviation (n - 1) over steps, averaged over time. Unknown for less than two runs.
double MeanDeviation(const GaitSeries& runs, const std::vector<size_t>& which,
                     std::vector<double> GaitRun::*quantity);

/// "all 10", "1-7 ms", "1-28, 30 ms", "none".
std::string FinishedText(const GaitSeries& runs);
/// A figure per method: a quantity over time, in `unit`, a line per step.
std::vector<plot::ReportFigure> DrawGaits(const std::deque<GaitSeries>& all, const std::string& name,
                                          const std::string& quantity, std::vector<double> GaitRun::*values,
                                          double unit);

}  // namespace slipstick::nmdp_experiments
