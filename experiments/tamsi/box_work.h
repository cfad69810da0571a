// The driven box with implicit Euler, as in section IV of Castro et al. 2020: work and error.
#pragma once

#include "slipstick/core/fields.h"
#include "slipstick/core/stop_flag.h"
#include "slipstick/measure/method.h"
#include "slipstick/measure/unknown.h"

namespace slipstick::tamsi_experiments {

inline constexpr double kErrorWindow = 25e-3, kWorkDuration = 2.0;  // s
inline constexpr double kRungeKuttaStep = 2.5e-6;                   // s
/// Tolerance of Newton's method as a fraction of the accuracy.
inline constexpr double kNewtonFraction = 0.05;
/// Tolerance without step-size control, m/s.
inline constexpr double kFixedStepAccuracy = 1e-5;

/// Work and error of two seconds of the driven box.
struct WorkPoint {
  double error = measure::kUnknown;  ///< of velocities at the ends of windows, root of the mean square, m/s
  double work = measure::kUnknown;   ///< evaluations of the equations of motion, including failed steps
  int steps = 0;                     ///< accepted
  int failed_steps = 0;              ///< rejected: not converged, or not accurate

  void Visit(FieldVisitor& visit);
};
/// Implicit Euler with steps of equal length; where Newton's method fails, with half the length.
WorkPoint MeasureFixedSteps(const measure::Method& method, int steps_per_window,
                            const StopFlag* stop = nullptr);
/// Implicit Euler with step-size control; accuracy in m/s.
WorkPoint MeasureErrorControl(const measure::Method& method, double accuracy, const StopFlag* stop = nullptr);
/// The classical Runge-Kutta method with short steps, to check the closed-form reference.
WorkPoint MeasureRungeKutta(const StopFlag* stop = nullptr);

}  // namespace slipstick::tamsi_experiments
