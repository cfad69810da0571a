// The experiments of paper 001: two robots walk and jump, with steps of 5 to 50 ms. How they tilt, how high
// they jump, how far they get, how much of it depends on the step, and what it costs.
//
// The paper gives steps, durations and what is drawn. Its motions and feet are not published: those of the
// scenes are ours, and so is the rule by which a run has broken down. Sizes and ratios are to be compared,
// not digits.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "experiments/experiment.h"

namespace slipstick::nmdp_experiments {

/// Everything of this paper that can be asked for.
std::vector<experiments::Experiment> NmdpExperiments();

// --- one run
// -----------------------------------------------------------------------------------------------------------

/// A robot on its way, seen from its torso. Ends where it breaks down: a step fails, or the torso lies on its
/// side or is a few metres away from where it can be.
struct GaitRun {
  bool finished = false;
  double ended_at = 0.0;                  ///< s
  double largest_tilt = 0.0;              ///< of the torso from the vertical, rad
  double iterations = measure::kUnknown;  ///< outer ones, mean of a step
  int steps = 0, cut_steps = 0;           ///< cut: done in several parts
  int unsolved_steps = 0;                 ///< not solved to the tolerance in the smallest parts either
  double shortest = measure::kUnknown;    ///< part of a step, s
  std::vector<double> t, tilt, height, distance;  ///< over time: s, rad, m, m

  void Visit(measure::FieldVisitor& visit);
};
GaitRun MeasureGait(const measure::MeasuredScene& scene, const measure::Method& method, double dt,
                    const measure::StopFlag* stop = nullptr);

/// What every step of the first seconds costs.
struct GaitCost {
  std::vector<double> t,
      wall;  ///< start; time in stepper and controller, least of some runs, if these are short, s
  std::vector<double> iterations, shortest;  ///< outer ones; shortest part, s

  void Visit(measure::FieldVisitor& visit);
};
GaitCost MeasureGaitCost(const measure::MeasuredScene& scene, const measure::Method& method, double dt,
                         const measure::StopFlag* stop = nullptr);

// --- many of them
// ------------------------------------------------------------------------------------------------------

/// Runs of one scene by one method, one for every step.
struct GaitRuns {
  std::string scene;
  measure::Method method;
  std::vector<double> dts;  ///< s, rising
  std::deque<GaitRun> runs = {};

  /// Indices of those that did not break down.
  std::vector<size_t> Finished() const;
  /// The number of steps, from the shortest on, up to the first that breaks down.
  size_t CountStable() const;
  double LargestTilt() const;  ///< of those that finished, rad
  double MedianTilt() const;   ///< of the largest of each of them, rad; unknown if there are none
};
/// All runs are there after queue.Run().
void OrderGait(std::deque<GaitRuns>& all, const char* scene, const measure::Method& method,
               measure::MeasurementQueue& queue, const std::vector<SceneEdit>& edits = {});
void OrderGaitCost(const char* scene, const measure::Method& method, double dt, GaitCost& cost,
                   measure::MeasurementQueue& queue);

/// The methods that the paper compares, as far as this program has them. The first is the baseline.
std::vector<measure::Method> GaitMethods(std::vector<std::string>& remarks);
bool IsBaseline(const measure::Method& method);

/// 5, 10, ... 50 ms; of the baseline 1, 2, ... 50 ms: where it breaks down is looked for.
std::vector<double> StepsOf(const measure::Method& method);
/// Those that the paper shows, or all if it has them all: for the baseline the stable ones up to 7 ms.
std::vector<size_t> ShownRuns(const GaitRuns& runs);

/// Deviation from the mean over steps, averaged over time. The deviation is that of a sample: n - 1. Unknown
/// for less than two runs.
double MeanDeviation(const GaitRuns& runs, const std::vector<size_t>& which,
                     std::vector<double> GaitRun::*quantity);

/// "all 10", "1-7 ms", "1-28, 30 ms", "none".
std::string FinishedText(const GaitRuns& runs);
/// A picture per method: a quantity over time, in `unit`, a line per step.
std::vector<plot::ReportFigure> DrawGaits(const std::deque<GaitRuns>& all, const std::string& name,
                                          const std::string& quantity, std::vector<double> GaitRun::*values,
                                          double unit);

// --- experiments
// -------------------------------------------------------------------------------------------------------

std::vector<plot::ReportSection> TorsoTilt(measure::MeasurementQueue& queue);        // Fig. 3
std::vector<plot::ReportSection> TorsoHeight(measure::MeasurementQueue& queue);      // Fig. 4
std::vector<plot::ReportSection> WalkingDistance(measure::MeasurementQueue& queue);  // Fig. 5
std::vector<plot::ReportSection> Consistency(measure::MeasurementQueue& queue);      // Table I
std::vector<plot::ReportSection> Performance(measure::MeasurementQueue& queue);      // Fig. 6

}  // namespace slipstick::nmdp_experiments
