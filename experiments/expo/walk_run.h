// One run of a walking robot: whether it walked, how far its feet stepped, how well it kept to its plan.
#pragma once

#include <memory>
#include <vector>

#include "slipstick/control/followers/task_space_controller.h"
#include "slipstick/core/fields.h"
#include "slipstick/measure/measured_scene.h"
#include "slipstick/measure/stop.h"
#include "slipstick/measure/unknown.h"

namespace slipstick::expo_experiments {

struct WalkRun {
  bool finished = false;              ///< no step failed
  double tilt = measure::kUnknown;    ///< of the base at the end, rad
  double lowest = measure::kUnknown;  ///< height of the base, m
  double progress = 0.0;              ///< of the base along the ground, m
  int steps = 0;                      ///< feet that were put down elsewhere
  double shortest_step =
      measure::kUnknown;  ///< how far ahead of the other foot a foot was put down, the least of all, m
  int updates = 0, unsolved = 0;  ///< of the controller; those that could not be solved as asked
  double com_error = 0.0, worst_com_error = 0.0;  ///< from the plan, mean and largest, m
  double worst_foot_error = 0.0;                  ///< of feet in the air, m

  // Over time: errors of the centre of mass and of either foot, m.
  std::vector<double> t, com_errors, left_errors, right_errors;

  void Visit(FieldVisitor& visit);
};

/// The controller of a scene that follows a plan, be it pushed; null if there is none.
std::shared_ptr<const control::TaskSpaceController> FindWalker(const Scene& scene);

/// Throws Stopped.
WalkRun MeasureWalk(const measure::MeasuredScene& scene, const measure::Method& method, double dt,
                    const measure::StopFlag* stop);

}  // namespace slipstick::expo_experiments
