// The experiments of Stewart and Trinkle 2000, section 4: a falling rod, and a ball thrown at three others.
//
// Data are those of the paper. It gives neither gravity nor the definition of the variation of a velocity;
// both are inferred from its Table 1, as the remarks say.
#pragma once

#include <vector>

#include "experiments/experiment.h"

namespace slipstick::stewart_trinkle_experiments {

/// All experiments of this paper.
std::vector<experiments::Experiment> StewartTrinkleExperiments();

std::vector<plot::ReportSection> ErrorsOfBalls(measure::MeasurementQueue& queue);  // Table 1
std::vector<plot::ReportSection> FallingRod(measure::MeasurementQueue& queue);     // Fig. 2 - 5
std::vector<plot::ReportSection> BallCascade(measure::MeasurementQueue& queue);    // Fig. 6 - 8

}  // namespace slipstick::stewart_trinkle_experiments
