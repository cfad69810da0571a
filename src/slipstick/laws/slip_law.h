// The contact law of the microscopic method of Wakisaka and Sugihara 2014 (relaxed): a spring and a damper
// along the normal, and friction regularised in the slip speed.
//
//   f_F = -μ_d f_N ω(|v_F|) v_F / |v_F|,   ω(v) = 1 - exp(-k_ω v)      (22), (23)
//
// k_ω follows from the material: at the stiction speed the friction is 0.9 of its limit. The paper's library
// has k_ω = 100 s/m, a stiction speed of 23 mm/s. The law has no memory, so a contact under a tangential load
// creeps.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "slipstick/laws/compliant_force.h"
#include "slipstick/world/material.h"

namespace slipstick::laws {

SLIPSTICK_INLINE CompliantForce EvaluateSlipLaw(const CompliantInput& in, const ContactMaterial& m) {
  CompliantForce out{};
  const double v_n = Dot(in.velocity, in.normal);
  out.damping_fraction = std::min(1.0, in.depth / kDampingDepth);
  out.normal_force = std::max(0.0, m.stiffness * in.delta - out.damping_fraction * m.damping * v_n);
  out.closed = out.normal_force > 0.0;
  if (!out.closed) return out;
  const Vec3<double> v_t = in.velocity - v_n * in.normal;
  const double speed = Length(v_t);
  const double omega = 1.0 - std::exp(-std::numbers::ln10 * speed / m.stiction_speed);
  out.slipping = speed > m.stiction_speed;
  const Vec3<double> direction = speed > 0.0 ? (-1.0 / speed) * v_t : Vec3<double>::Zero();
  out.friction = (m.mu_kinetic * omega * out.normal_force) * direction;
  out.force = out.normal_force * in.normal + out.friction;
  return out;
}

}  // namespace slipstick::laws
