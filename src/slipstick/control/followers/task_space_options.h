// Options of task-space inverse dynamics.
#pragma once

#include "slipstick/core/fields.h"

namespace slipstick::control {

struct TaskSpaceOptions {
  bool effort_limits = true;   ///< keep torques within Dof::effort_limit
  bool joint_limits = true;    ///< keep joints within Dof::lower, upper and velocity_limit
  double limit_horizon = 0.1;  ///< s; accelerations held this long must not exceed the joint limits. At least
                               ///< two control periods
  /// Start from the active set of the previous solution. Faster, but the last bits then depend on earlier
  /// calls: do not use it if runs must repeat bit for bit.
  bool warm_start = false;

  /// Only the limits: scenes set limit_horizon from the control period, and do not use warm_start.
  void Visit(FieldVisitor& visit) {
    visit.Flag("effort_limits", effort_limits, "keep torques within the effort limits of the joints");
    visit.Flag("joint_limits", joint_limits, "keep joints within their position and velocity limits");
  }
};

}  // namespace slipstick::control
