// The experiments of Hammoud et al. 2022 (expo), section VI: exponential integration of stiff visco-elastic
// contacts.
//
// The motions of the paper (linear feedback along optimised trajectories, task-space inverse dynamics) are
// not published. We use our own squat, jump and trot of Solo and our own walk of Romeo, with the same control
// periods, stiffness, damping and friction, and with torques that are constant between control updates.
// Compare magnitudes and orders, not digits. Where the paper shows a figure without numbers, the values are
// those of the authors' public program, built and run by us.
#pragma once

#include <vector>

#include "experiments/experiment.h"

namespace slipstick::expo_experiments {

/// All experiments of this paper.
std::vector<experiments::Experiment> ExpoExperiments();

std::vector<plot::ReportSection> AccuracyAndSpeed(measure::MeasurementQueue& queue);     // Fig. 2
std::vector<plot::ReportSection> AccuracyAndStep(measure::MeasurementQueue& queue);      // Fig. 3
std::vector<plot::ReportSection> StiffnessAndDamping(measure::MeasurementQueue& queue);  // Fig. 4
std::vector<plot::ReportSection> Prediction(measure::MeasurementQueue& queue);           // Fig. 5
std::vector<plot::ReportSection> Stability(measure::MeasurementQueue& queue);            // Table II
std::vector<plot::ReportSection> Breakdown(measure::MeasurementQueue& queue);            // Table III
std::vector<plot::ReportSection> Walk(measure::MeasurementQueue& queue);                 // not in the paper

}  // namespace slipstick::expo_experiments
