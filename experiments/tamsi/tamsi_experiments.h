// The experiments of Castro et al. 2020 (tamsi): Newton's method at a transition into stiction, work and
// precision of implicit integrators, a shaken gripper, a hand, an arm. Not in the paper: failure rates, and
// the cost of many loose objects.
//
// The paper gives friction, stiction speed, steps and times. Stiffness and dissipation are the defaults of
// its reference implementation, where there are any; all motions except that of the gripper are ours, as the
// scenes say.
#pragma once

#include <vector>

#include "experiments/experiment.h"

namespace slipstick::tamsi_experiments {

/// All experiments of this paper.
std::vector<experiments::Experiment> TamsiExperiments();

std::vector<plot::ReportSection> NewtonAtRest(measure::MeasurementQueue& queue);      // Fig. 4
std::vector<plot::ReportSection> WorkAndPrecision(measure::MeasurementQueue& queue);  // Fig. 5
std::vector<plot::ReportSection> GripperWallTime(measure::MeasurementQueue& queue);   // Fig. 7
std::vector<plot::ReportSection> Convergence(measure::MeasurementQueue& queue);       // Fig. 8
std::vector<plot::ReportSection> Gripper(measure::MeasurementQueue& queue);           // VI-A
std::vector<plot::ReportSection> HandAndMug(measure::MeasurementQueue& queue);        // VI-B
std::vector<plot::ReportSection> ArmAndBottle(measure::MeasurementQueue& queue);      // VI-C
std::vector<plot::ReportSection> Failures(measure::MeasurementQueue& queue);          // not in the paper
std::vector<plot::ReportSection> Crowd(measure::MeasurementQueue& queue);             // not in the paper

}  // namespace slipstick::tamsi_experiments
