// The contact law of Hammoud et al. 2022 (expo): a spring and a damper between a contact point and its
// anchor, bounded by the friction cone.
//
//   λ = K (p0 - p) + B (ṗ0 - ṗ)                                     (1), (2)
//   λ_n >= 0,  |λ_t| <= μ λ_n                                       (21), (22)
//   on slip the anchor moves so that λ_t stays on the cone:         premise of (27)
//   K (p0 - p) + B (ṗ0 - ṗ) = λ_t,  |λ_t| = μ λ_n
//
// Printed (27) is the time derivative of the last equation; the equation itself has no number in the paper
// (docs/references.md). The paper skips the transient and puts the anchor at once where the spring alone
// gives λ_t, (28). At an impact, where the damper and not the spring exerts the force, that stretches the
// spring by millimetres within one step. This creates energy, which is released when the slip ends.
// Therefore the transient is integrated here, and (28) is an option (SlipAnchor::kJump).
//
// Departures. The projection on the cone keeps the normal force and shortens the tangential force (as the
// authors' program does). The nearest point of the cone would change the normal force. Whether a contact
// slips is decided with a fixed anchor. μ may be larger while sticking than while slipping. The normal spring
// is relaxed at the surface or, as in the paper, at the depth at which the contact was first found (which
// depends on the step).
#pragma once

#include <algorithm>
#include <cmath>

#include "slipstick/laws/compliant_force.h"
#include "slipstick/world/material.h"

namespace slipstick::laws {

SLIPSTICK_INLINE CompliantForce EvaluateAnchorLaw(const CompliantInput& in, const ContactMaterial& m) {
  CompliantForce out{};
  const double v_n = Dot(in.velocity, in.normal);
  out.damping_fraction = std::min(1.0, in.depth / kDampingDepth);
  out.normal_force = m.stiffness * in.delta - out.damping_fraction * m.damping * v_n;
  out.closed = out.normal_force > 0.0;
  if (!out.closed) {
    out.normal_force = 0.0;
    return out;
  }
  // The tangential damper acts in full at any depth: the friction limit, which starts at zero, bounds it.
  const Vec3<double> v_t = in.velocity - v_n * in.normal;
  Vec3<double> f_t = (-m.stiffness) * in.stretch - m.damping * v_t;
  const double trial = std::sqrt(Dot(f_t, f_t));
  const double limit = (in.slipping ? m.mu_kinetic : m.mu_static) * out.normal_force;
  out.trial = trial;
  out.slipping = trial > limit;
  out.direction = trial > 0.0 ? (1.0 / trial) * f_t : Vec3<double>::Zero();
  if (out.slipping) f_t = (m.mu_kinetic * out.normal_force) * out.direction;
  out.friction = f_t;
  out.force = out.normal_force * in.normal + f_t;
  return out;
}

/// The stretch of a spring after h seconds in which its anchor moves so that spring and damper together exert
/// `force`: one implicit Euler step of the premise of (27). It never overshoots (28), the stretch at which
/// the spring alone exerts the force.
SLIPSTICK_INLINE Vec3<double> Relax(const Vec3<double>& stretch, const Vec3<double>& force, double stiffness,
                                    double damping, double h) {
  return (1.0 / (damping + h * stiffness)) * (damping * stretch - h * force);
}

/// `force`: EvaluateAnchorLaw(in, m).
CompliantDerivatives DifferentiateAnchorLaw(const CompliantInput& in, const CompliantForce& force,
                                            const ContactMaterial& m);

}  // namespace slipstick::laws
