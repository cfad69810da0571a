// Passive joint forces: viscous damping, dry friction and limits, for all steppers.
//
// Damping is -d v. A limit acts as a damped spring once it is passed. Dry friction is the anchor law of
// contacts in one dimension: a stiff damped spring connects the joint to an anchor, which slides when the
// force would exceed the friction limit. Springs are scaled by the joint inertia (the diagonal of M at the
// neutral configuration), so that one time constant suits fingers and legs.
#pragma once

#include "slipstick/core/fields.h"

namespace slipstick::world {

struct JointLawOptions {
  /// s; time constant of the limit springs. A joint that hits its limit returns after about three of these.
  /// Explicit steppers need shorter steps.
  double limit_time = 5e-3;
  double limit_damping_ratio = 1.0;  ///< 1: critically damped, no bounce
  double friction_time = 2e-3;       ///< s; time constant of the spring of dry friction
  double friction_damping_ratio = 1.0;

  void Visit(FieldVisitor& visit) {
    visit.Number("limit_time", limit_time, kPositive, "s", "time constant of the limit springs");
    visit.Number("limit_damping_ratio", limit_damping_ratio, kNotNegative, "1",
                 "damping of the limit springs; 1: a joint does not bounce off its limit");
    visit.Number("friction_time", friction_time, kPositive, "s",
                 "time constant of the spring of dry friction");
    visit.Number("friction_damping_ratio", friction_damping_ratio, kNotNegative, "1",
                 "damping of the spring of dry friction");
  }
};

/// The parameters of one dof.
struct JointLaw {
  double inertia;                         ///< diagonal of M at the neutral configuration, kg m² or kg
  double lower, upper;                    ///< rad or m
  double limit_stiffness, limit_damping;  ///< N m/rad, N m s/rad (or N/m, N s/m)
  double damping;                         ///< N m s/rad or N s/m
  double friction;                        ///< N m or N
  double friction_stiffness, friction_damping;
};

}  // namespace slipstick::world
