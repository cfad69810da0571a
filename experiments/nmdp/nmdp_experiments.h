// The experiments of Pan and Hauser 2020 (nmdp): two robots walk and jump with steps of 5 to 50 ms. Tilt,
// height and distance, their dependence on the step, and computing times.
//
// The paper gives steps, durations and the quantities shown. Its motions and feet are not published: those of
// the scenes are ours, and so is the failure criterion. Compare magnitudes and ratios, not digits.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "experiments/experiment.h"

namespace slipstick::nmdp_experiments {

/// All experiments of this paper.
std::vector<experiments::Experiment> NmdpExperiments();

// --- one run ---

/// The torso of a robot over time. The run ends when it fails: a step fails, or the torso lies on its side or
/// is too high or too low.
struct GaitRun {
  bool finished = false;
  double ended_at = 0.0;                          ///< s
  double largest_tilt = 0.0;                      ///< of the torso from the vertical, rad
  double iterations = measure::kUnknown;          ///< outer ones, mean of a step
  int steps = 0, split_steps = 0;                 ///< split: into sub-steps
  int unsolved_steps = 0;                         ///< not converged with the shortest sub-steps
  double shortest = measure::kUnknown;            ///< sub-step, s
  std::vector<double> t, tilt, height, distance;  ///< over time: s, rad, m, m

  void Visit(FieldVisitor& visit);
};
GaitRun MeasureGait(const measure::MeasuredScene& scene, const measure::Method& method, double dt,
                    const StopFlag* stop = nullptr);

/// Computing time of every step of the first seconds.
struct GaitCost {
  std::vector<double> t;           ///< start of the step, s
  std::vector<double> wall;        ///< time in stepper and controller, minimum over repeated runs, s
  std::vector<double> iterations;  ///< outer iterations
  std::vector<double> shortest;    ///< shortest sub-step, s

  void Visit(FieldVisitor& visit);
};
GaitCost MeasureGaitCost(const measure::MeasuredScene& scene, const measure::Method& method, double dt,
                         const StopFlag* stop = nullptr);

// --- several runs ---

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

// --- experiments ---

std::vector<plot::ReportSection> TorsoTilt(measure::MeasurementQueue& queue);        // Fig. 3
std::vector<plot::ReportSection> TorsoHeight(measure::MeasurementQueue& queue);      // Fig. 4
std::vector<plot::ReportSection> WalkingDistance(measure::MeasurementQueue& queue);  // Fig. 5
std::vector<plot::ReportSection> Consistency(measure::MeasurementQueue& queue);      // Table I
std::vector<plot::ReportSection> Performance(measure::MeasurementQueue& queue);      // Fig. 6

}  // namespace slipstick::nmdp_experiments
