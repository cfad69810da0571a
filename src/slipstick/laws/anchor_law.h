// The contact law of paper 000, the exponential integrator for stiff viscoelastic contacts: a spring and a
// damper between a contact point and its anchor, bounded by the friction cone.
//
//   λ = K (p0 - p) + B (ṗ0 - ṗ)                                     (1), (2)
//   λ_n >= 0,  |λ_t| <= μ λ_n                                       (21), (22)
//   on slip the anchor moves so that λ_t stays on the cone:         (27)
//   K (p0 - p) + B (ṗ0 - ṗ) = λ_t
//
// The paper skips the transient of (27) and puts the anchor at once where the spring alone gives λ_t, (28).
// At an impact, when the damper and not the spring presses, that stretches the spring by millimetres within
// one step: energy out of nothing, which kicks back when the slip ends. So the transient is integrated here,
// and (28) is an option (SlipAnchor::kJump).
//
// Departures. The projection keeps the normal force and shortens the tangential one (as the authors' program
// does) instead of going to the nearest point of the cone, by which friction would change the normal force.
// Whether a contact slips is judged as if its anchor stood still. μ may be larger while sticking than while
// slipping. Along the normal the spring is relaxed at the surface, or, as in the paper, at the depth at which
// the contact was first seen (which depends on the step).
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

/// The stretch of a spring after h seconds in which its anchor gives way so that spring and damper together
/// exert `force`: one step of (27), implicit, so that it never overshoots the stretch at which the spring
/// exerts the force alone (28).
SLIPSTICK_INLINE Vec3<double> Relax(const Vec3<double>& stretch, const Vec3<double>& force, double stiffness,
                                    double damping, double h) {
  return (1.0 / (damping + h * stiffness)) * (damping * stretch - h * force);
}

CompliantDerivatives DifferentiateAnchorLaw(const CompliantInput& in, const CompliantForce& out,
                                            const ContactMaterial& m);

}  // namespace slipstick::laws
