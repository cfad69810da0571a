// Section VI-A: a shaken gripper with slippery fingers holds a mug. Computing time, and slip of the mug.
#pragma once

#include <vector>

#include "slipstick/core/fields.h"
#include "slipstick/core/stop_flag.h"
#include "slipstick/measure/measurement_queue.h"
#include "slipstick/measure/method.h"
#include "slipstick/measure/unknown.h"

namespace slipstick::tamsi_experiments {

struct GraspRun {
  bool held = false;                ///< both fingers touch the mug in every step
  double slip = measure::kUnknown;  ///< largest excursion along the fingers, m
  double tilt = measure::kUnknown;  ///< largest, rad
  /// Of stepper and controller, sum of the minimum time of every step, s.
  double wall_time = measure::kUnknown;
  double iterations = measure::kUnknown;   ///< mean of a step
  int split_steps = 0, substeps = 0;       ///< of all steps
  double evaluations = measure::kUnknown;  ///< mean of a step; 0 if the stepper does not count
  std::vector<double> t, wall;             ///< simulated and wall-clock time at the ends of steps, s
  std::vector<double> lift, excursion;     ///< heights of the gripper, and of the mug against the fingers, m

  void Visit(FieldVisitor& visit);
};
GraspRun MeasureGrasp(const char* scene, const measure::Method& method, double dt, int repeats,
                      const StopFlag* stop = nullptr);

struct GraspMeasurement {
  const char* scene;
  measure::Method method;
  double dt;
  GraspRun run = {};
};
void AddGrasp(GraspMeasurement& grasp, int repeats, measure::MeasurementQueue& queue);

}  // namespace slipstick::tamsi_experiments
