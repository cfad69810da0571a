// The experiments of Wakisaka and Sugihara 2014 (relaxed), section IV: the end of a pendulum of six links
// falls on the floor.
//
// The paper gives the model, the steps and the times, and shows forces as figures. It does not give k, λ,
// k_ω, the constants of its springs and the macroscopic method it compares with; our choices are stated where
// they are used. Values named *authors* are those of the authors' public library (roki-fd, 2020), built and
// run by us; its defaults are k = 1000 1/s and λ = 1.
//
// Motions are chaotic after the first impacts and the end link can rest at several places. So forces at rest
// are compared by magnitude and by their change from step to step, not by digits.
#pragma once

#include <vector>

#include "experiments/experiment.h"

namespace slipstick::relaxed_experiments {

/// All experiments of this paper.
std::vector<experiments::Experiment> RelaxedExperiments();

/// Table I, and larger steps.
std::vector<plot::ReportSection> CalculationTime(measure::MeasurementQueue& queue);
/// Figs. 9, 11, 13.
std::vector<plot::ReportSection> NormalForces(measure::MeasurementQueue& queue);
/// Figs. 10, 12, 14.
std::vector<plot::ReportSection> FrictionForces(measure::MeasurementQueue& queue);

}  // namespace slipstick::relaxed_experiments
