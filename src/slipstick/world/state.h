// The complete state of a simulation. A stepper that starts from a copied or restored state continues bit for
// bit.
#pragma once

#include <cstdint>
#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/core/vec3.h"
#include "slipstick/names.h"

namespace slipstick::world {

/// The state of a contact between steps. The spring of the anchor law connects two material points, one of
/// each body.
struct ContactMemory {
  uint64_t id;            ///< of the contact point (geometry/contact_point.h)
  Vec3<double> p_A, p_B;  ///< ends of the spring on both bodies, in the frame of each body
  double rest_depth;      ///< penetration depth at which the normal spring is relaxed, m
  bool slipping;  ///< friction was at its limit at the end of the last step: the next begins with mu_kinetic
  /// The contact force on a, mean over the last sub-step, world axes, N. Input of controllers, and warm start
  /// of rigid contact solvers.
  Vec3<double> force = Vec3<double>::Zero();
};

struct State {
  double t = 0.0;                       ///< s
  Eigen::VectorXd q, v;                 ///< docs/conventions.md
  std::vector<ContactMemory> contacts;  ///< that exerted a force or touch (contact_outcome.h), sorted by id
  Eigen::VectorXd q_held;               ///< anchors of the dry friction of joints; empty if no joint has any
  /// s; next step length of a stepper that chooses its steps; 0: unknown. Other steppers do not change it.
  double next_step = 0.0;
};

}  // namespace slipstick::world
