// All that a simulation must know to go on: copy it, save it, restore it, and every stepper continues bit for
// bit.
#pragma once

#include <cstdint>
#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/core/vec3.h"
#include "slipstick/names.h"

namespace slipstick::world {

/// What a contact remembers from one instant to the next. The spring of the anchor law is stretched between
/// two material points, one of each body.
struct ContactMemory {
  uint64_t id;            ///< of the contact point (geometry/contact_point.h)
  Vec3<double> p_A, p_B;  ///< where the spring hangs on either body, in that body's frame
  double rest_depth;      ///< penetration at which the normal spring is relaxed, m
  bool slipping;          ///< it slipped when it was last looked at
  /// On a, world axes, N: what it exerted last. Controllers feel it, and solvers of rigid contacts begin
  /// their search there.
  Vec3<double> force = Vec3<double>::Zero();
};

struct State {
  double t = 0.0;                       ///< s
  Eigen::VectorXd q, v;                 ///< docs/conventions.md
  std::vector<ContactMemory> contacts;  ///< of all that touch, by id
  Eigen::VectorXd q_held;  ///< where the dry friction of joints holds them; empty in a model without any
  double next_step =
      0.0;  ///< s; what a stepper that chooses its steps tries next, 0: unknown. The others leave it alone
};

}  // namespace slipstick::world
