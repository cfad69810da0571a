// How joints resist: viscous damping, dry friction and limits as forces that any stepper can evaluate.
//
// Damping is -d v. A limit pushes back like a damped spring as soon as it is passed. Dry friction is the
// anchor law of contacts in one dimension: a stiff damped spring holds the joint where it stands, and is
// dragged along when it would have to hold more than the friction force. Springs are scaled by the inertia
// that the joint feels (the diagonal of M at the neutral configuration), so that one time constant suits
// fingers and legs.
#pragma once

#include "slipstick/model/model.h"

namespace slipstick::world {

struct JointLawOptions {
  /// s; a joint thrown against its limit is back after about three of these. Explicit steppers need smaller
  /// steps.
  double limit_time = 5e-3;
  double limit_damping_ratio = 1.0;  ///< 1: it does not bounce
  double friction_time = 2e-3;       ///< s; time constant of the spring behind dry friction
  double friction_damping_ratio = 1.0;
};

/// The numbers for one dof.
struct JointLaw {
  double inertia;                         ///< felt at the neutral configuration, kg m² or kg
  double lower, upper;                    ///< rad or m
  double limit_stiffness, limit_damping;  ///< N m/rad, N m s/rad (or N/m, N s/m)
  double damping;                         ///< N m s/rad or N s/m
  double friction;                        ///< N m or N
  double friction_stiffness, friction_damping;
};

}  // namespace slipstick::world
