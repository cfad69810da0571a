// The contact law of Castro et al. 2020 (tamsi): Hunt-Crossley normal force, and Coulomb friction regularised
// in the slip speed.
//
//   π   = k (1 + d δ̇)₊ δ₊                                            (5)
//   f_t = -μ̃(|v_t| / v_s) π v_t / |v_t|                              (6)
//   μ̃(s) = μ s for s <= 1, μ beyond                                  (7), linear
//   μ̃(s) = μ s (2 - s) for s <= 1, μ beyond                          quadratic, as in their program
//
// No memory: sticking contacts creep at a fraction of v_s. Material fields used: stiffness k, dissipation d,
// mu_kinetic μ and stiction_speed v_s.
//
// Departure: friction is written as a drag, f_t = -π c v_t with c = μ̃ / |v_t|, which is also defined at
// v_t = 0. Correction: (16) prints projectors on the contact normal where projectors on the direction of slip
// are meant (docs/references.md).
#pragma once

#include <algorithm>

#include "slipstick/core/vec3.h"
#include "slipstick/world/material.h"

namespace slipstick::laws {

/// Regularisation of friction below v_s.
enum class FrictionRise { kLinear, kQuadratic };

struct NormalForce {
  double force;              ///< π, N
  double by_depth, by_rate;  ///< ∂π/∂δ, ∂π/∂δ̇
};

SLIPSTICK_INLINE NormalForce HuntCrossley(double depth, double rate, const ContactMaterial& m) {
  const double elastic = m.stiffness * std::max(depth, 0.0);
  const double factor = std::max(1.0 + m.dissipation * rate, 0.0);
  return {factor * elastic, depth > 0.0 ? factor * m.stiffness : 0.0,
          factor > 0.0 ? m.dissipation * elastic : 0.0};
}

/// Friction f_t = -π c v_t and its derivative: ∂f_t/∂v_t is -π `along` in the direction of slip, and
/// -π `across` perpendicular to it.
struct SlipDrag {
  double across;  ///< c = μ̃ / |v_t|, s/m
  double along;   ///< μ̃' / v_s, s/m
};

/// `speed`: |v_t|, m/s.
SLIPSTICK_INLINE SlipDrag DragOf(double speed, FrictionRise rise, const ContactMaterial& m) {
  const double v_s = m.stiction_speed;
  if (speed >= v_s) return {m.mu_kinetic / speed, 0.0};
  if (rise == FrictionRise::kLinear) return {m.mu_kinetic / v_s, m.mu_kinetic / v_s};
  const double s = speed / v_s;
  return {m.mu_kinetic * (2.0 - s) / v_s, 2.0 * m.mu_kinetic * (1.0 - s) / v_s};
}

/// Force on body a and its derivatives, world axes.
struct RegularizedForce {
  Vec3<double> force;
  Vec3<double> friction;  ///< its tangential component
  double normal_force;
  Vec3<double> by_normal_force;  ///< ∂force/∂π
  Mat3<double> by_slip;          ///< ∂force/∂v_t: symmetric, negative semidefinite (16)
};

/// The force of a contact with the tangential velocity `slip` under a normal force.
SLIPSTICK_INLINE RegularizedForce RegularizedFriction(double normal_force, const Vec3<double>& normal,
                                                      const Vec3<double>& slip, FrictionRise rise,
                                                      const ContactMaterial& m) {
  const double speed = Length(slip);
  const SlipDrag drag = DragOf(speed, rise, m);
  RegularizedForce out;
  out.normal_force = normal_force;
  out.friction = (-normal_force * drag.across) * slip;
  out.force = normal_force * normal + out.friction;
  out.by_normal_force = normal - drag.across * slip;
  // -π [c (1 - n nᵀ) + (μ̃'/v_s - c) t tᵀ]
  const double turn = -normal_force * drag.across;
  const double stretch = speed > 0.0 ? -normal_force * (drag.along - drag.across) / (speed * speed) : 0.0;
  const auto column = [&](const Vec3<double>& axis, double n, double t) {
    return turn * (axis - n * normal) + (stretch * t) * slip;
  };
  out.by_slip = {column({1, 0, 0}, normal.x, slip.x), column({0, 1, 0}, normal.y, slip.y),
                 column({0, 0, 1}, normal.z, slip.z)};
  return out;
}

}  // namespace slipstick::laws
