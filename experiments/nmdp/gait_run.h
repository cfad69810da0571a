// One run of a walking or jumping robot: its torso over time, and the computing time of its steps.
#pragma once

#include <vector>

#include "slipstick/core/fields.h"
#include "slipstick/core/stop_flag.h"
#include "slipstick/measure/measured_scene.h"
#include "slipstick/measure/method.h"
#include "slipstick/measure/unknown.h"

namespace slipstick::nmdp_experiments {

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

}  // namespace slipstick::nmdp_experiments
