// A contact point between two shapes that touch or are close.
#pragma once

#include <cstdint>

#include "slipstick/core/vec3.h"
#include "slipstick/names.h"

namespace slipstick::geometry {

/// One point of contact between a shape a and a shape b. A shape of the world is always b; otherwise a has
/// the smaller index.
struct ContactPoint {
  uint64_t id;           ///< stable: the same two features keep it from step to step
  int shape_a, shape_b;  ///< indices in the CollisionGeometry
  int body_a, body_b;    ///< only body_b may be kWorld
  Vec3<double> p;        ///< midway between the two surfaces, world frame
  Vec3<double> normal;   ///< unit, from b to a, world axes
  double gap;            ///< < 0 penetrating
};

}  // namespace slipstick::geometry
