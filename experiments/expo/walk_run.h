// One run of a walking robot: stability, footsteps and tracking errors.
#pragma once

#include <memory>
#include <vector>

#include "slipstick/control/followers/task_space_controller.h"
#include "slipstick/core/fields.h"
#include "slipstick/core/stop_flag.h"
#include "slipstick/measure/measured_scene.h"
#include "slipstick/measure/unknown.h"

namespace slipstick::expo_experiments {

struct WalkRun {
  bool finished = false;              ///< no step failed
  double tilt = measure::kUnknown;    ///< of the base at the end, rad
  double lowest = measure::kUnknown;  ///< height of the base, m
  double progress = 0.0;              ///< of the base along the ground, m
  int steps = 0;                      ///< footsteps
  /// Smallest distance of a new foothold ahead of the other foot, m.
  double shortest_step = measure::kUnknown;
  int updates = 0, unsolved = 0;                ///< controller updates; those with an infeasible QP
  double com_error = 0.0, max_com_error = 0.0;  ///< from the plan, mean and largest, m
  double max_foot_error = 0.0;                  ///< of swing feet, m

  // Over time: errors of the centre of mass and of either foot, m.
  std::vector<double> t, com_errors, left_errors, right_errors;

  void Visit(FieldVisitor& visit);
};

/// The task-space controller of a scene, also inside a DisturbedController; null if there is none.
std::shared_ptr<const control::TaskSpaceController> FindWalker(const Scene& scene);

/// Throws Stopped.
WalkRun MeasureWalk(const measure::MeasuredScene& scene, const measure::Method& method, double dt,
                    const StopFlag* stop);

}  // namespace slipstick::expo_experiments
