// The registry of motions by name: scene files, the command line and the tests iterate over it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "slipstick/control/legged_robot.h"
#include "slipstick/control/plans/motion_plan.h"
#include "slipstick/core/fields.h"

namespace slipstick::control {

struct MotionEntry {
  std::string name;
  std::string summary;  ///< one line
  std::vector<FieldInfo> parameters;
  std::function<std::shared_ptr<const MotionPlan>(const LeggedRobot&, const FieldValues&)> make;
};

/// squat, jump, trot: whole-body motions with contact forces (ReferenceMotion, TrackingController).
const std::vector<MotionEntry>& Motions();
/// The same and the walk of a biped: for task-space inverse dynamics (TaskSpaceController).
const std::vector<MotionEntry>& TaskSpaceMotions();
/// walk, hop: by joint feedback alone (GaitController).
const std::vector<MotionEntry>& Gaits();

/// InputError for an unknown name or parameter, or a number outside its range.
std::shared_ptr<const MotionPlan> MakeMotion(const std::string& name, const LeggedRobot& robot,
                                             const FieldValues& parameters = {});

}  // namespace slipstick::control
