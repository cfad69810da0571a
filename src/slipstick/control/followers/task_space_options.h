// Choices of task-space inverse dynamics.
#pragma once

#include "slipstick/core/fields.h"

namespace slipstick::control {

struct TaskSpaceOptions {
  bool effort_limits = true;  ///< keep torques within Dof::effort_limit
  bool joint_limits = true;   ///< keep joints within Dof::lower, upper and velocity_limit
  double limit_horizon =
      0.1;  ///< s; no acceleration that, held this long, leads beyond them. At least two control periods
  /// Begin the search with the constraints that bound the solution before. It saves time; results may differ
  /// in their last bits with what was solved before, so a run that must repeat bit for bit does without.
  bool warm_start = false;

  /// The limits alone: the others follow from the control period and from how runs are repeated.
  void Visit(FieldVisitor& visit) {
    visit.Flag("effort_limits", effort_limits, "keep torques within the effort limits of the joints");
    visit.Flag("joint_limits", joint_limits, "keep joints within their position and velocity limits");
  }
};

}  // namespace slipstick::control
