// The two scenes of the paper and its method, and helpers of all experiments.
#pragma once

#include <memory>

#include "slipstick/measure/measured_scene.h"
#include "slipstick/measure/method.h"
#include "slipstick/plot/report.h"
#include "slipstick/run/simulation.h"

namespace slipstick::stewart_trinkle_experiments {

/// Section 4: the first of eight friction directions is horizontal, and Lemke's method solves all problems.
measure::Method AsPublished();
inline constexpr int kRowsPerContact = 10;  ///< c_n, eight β, λ

/// Steps of Table 1; the last one is the reference.
inline constexpr double kBallSteps[] = {0.02, 0.01, 0.005, 0.0025, 0.00125};  // s

/// Falling rod and four balls, with windows that are multiples of all steps of this paper.
std::shared_ptr<const measure::MeasuredScene> RodScene();
std::shared_ptr<const measure::MeasuredScene> BallsScene();

/// Runs the scene with an observer. False if a step failed: the run ends there.
bool RunScene(const Scene& scene, const Simulation::Observer& observer);

/// With this number of decimals; "-" for non-finite values.
plot::Cell FixedCell(double value, int digits);

}  // namespace slipstick::stewart_trinkle_experiments
