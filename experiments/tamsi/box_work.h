// The pushed box with implicit Euler as section IV of paper 004 has it: what it costs, and how wrong it is.
#pragma once

#include "slipstick/core/fields.h"
#include "slipstick/measure/method.h"
#include "slipstick/measure/stop.h"
#include "slipstick/measure/unknown.h"

namespace slipstick::tamsi_experiments {

inline constexpr double kErrorWindow = 25e-3, kWorkDuration = 2.0;  // s
inline constexpr double kRungeKuttaStep = 2.5e-6;                   // s
/// Of the accuracy: where Newton's method ends.
inline constexpr double kNewtonShare = 0.05;
/// For the same purpose, where steps are not chosen by it, m/s.
inline constexpr double kFixedStepAccuracy = 1e-5;

/// Two seconds of the pushed box: what they cost, and how wrong they are.
struct WorkPoint {
  double error = measure::kUnknown;  ///< of velocities at the ends of windows, root of the mean square, m/s
  double work =
      measure::kUnknown;  ///< evaluations of the equations of motion, also for steps that came to nothing
  int steps = 0;          ///< that were taken
  int failed_steps = 0;   ///< that came to nothing: not solved, or not accurate

  void Visit(FieldVisitor& visit);
};
/// Implicit Euler in steps of equal length, which are halved where Newton's method fails.
WorkPoint MeasureFixedSteps(const measure::Method& method, int steps_per_window,
                            const measure::StopFlag* stop = nullptr);
/// Implicit Euler in steps that are as long as their error allows, m/s.
WorkPoint MeasureErrorControl(const measure::Method& method, double accuracy,
                              const measure::StopFlag* stop = nullptr);
/// The classical Runge-Kutta method in short steps, to check what errors are measured against.
WorkPoint MeasureRungeKutta(const measure::StopFlag* stop = nullptr);

}  // namespace slipstick::tamsi_experiments
