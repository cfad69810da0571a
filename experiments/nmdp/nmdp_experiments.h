// The experiments of Pan and Hauser 2020 (nmdp): two robots walk and jump with steps of 5 to 50 ms. Tilt,
// height and distance, their dependence on the step, and computing times.
//
// The paper gives steps, durations and the quantities shown. Its motions and feet are not published: those of
// the scenes are ours, and so is the failure criterion. Compare magnitudes and ratios, not digits.
#pragma once

#include <vector>

#include "experiments/experiment.h"

namespace slipstick::nmdp_experiments {

/// All experiments of this paper.
std::vector<experiments::Experiment> NmdpExperiments();

std::vector<plot::ReportSection> TorsoTilt(measure::MeasurementQueue& queue);        // Fig. 3
std::vector<plot::ReportSection> TorsoHeight(measure::MeasurementQueue& queue);      // Fig. 4
std::vector<plot::ReportSection> WalkingDistance(measure::MeasurementQueue& queue);  // Fig. 5
std::vector<plot::ReportSection> Consistency(measure::MeasurementQueue& queue);      // Table I
std::vector<plot::ReportSection> Performance(measure::MeasurementQueue& queue);      // Fig. 6

}  // namespace slipstick::nmdp_experiments
