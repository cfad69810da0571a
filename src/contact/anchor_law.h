// The contact law of paper 000 ("exponential integrators for multi-body systems with frictional contacts"): a spring and a
// damper between a contact point and its anchor, bounded by the friction cone.
//
//   λ = K (p0 - p) + B (ṗ0 - ṗ)                          (1), (2)
//   λ_n >= 0,  |λ_t| <= μ λ_n                            (21), (22)
//   on slip: p0 := p + λ_t / K along the surface         (28)
//
// Departures. The projection keeps the normal force and shortens the tangential one (as the authors' program does),
// instead of going to the nearest point of the cone, which would change the normal force by friction. The anchor does not
// move between two looks at it, ṗ0 = 0: with ṗ0 = ṗ of (27) a block that comes to rest would feel the damper only after it
// has stopped. μ may be larger while sticking than while slipping. Along the normal the spring is relaxed at the surface, or,
// as in the paper, at the depth at which the contact was first seen (which depends on the time step).
#pragma once

#include <cmath>

#include "contact/material.h"
#include "core/vec3.h"

namespace slipstick {

/// A contact at one instant, as the law sees it. World axes.
struct AnchorInput {
  Vec3<double> normal;
  double delta;           ///< penetration beyond the rest depth, m
  Vec3<double> stretch;   ///< of the point against its anchor, along the surface, m
  Vec3<double> velocity;  ///< of a against b
  bool slipping;          ///< before
};

struct AnchorForce {
  Vec3<double> force;    ///< on a
  Vec3<double> stretch;  ///< that the anchor is left with
  double normal_force;
  double trial;            ///< length of the tangential force before the cone
  Vec3<double> direction;  ///< of the tangential force; zero if there is none
  bool pushing, slipping;
};

SLIPSTICK_INLINE AnchorForce EvaluateAnchorLaw(const AnchorInput& in, const ContactMaterial& m) {
  AnchorForce out{};
  const double v_n = Dot(in.velocity, in.normal);
  out.normal_force = m.stiffness * in.delta - m.damping * v_n;
  out.pushing = out.normal_force > 0.0;
  if (!out.pushing) {
    out.normal_force = 0.0;
    return out;  // relaxed along the surface too: it may go where it likes
  }
  const Vec3<double> v_t = in.velocity - v_n * in.normal;
  Vec3<double> f_t = (-m.stiffness) * in.stretch - m.damping * v_t;
  const double trial = std::sqrt(Dot(f_t, f_t));
  const double limit = (in.slipping ? m.mu_kinetic : m.mu_static) * out.normal_force;
  out.trial = trial;
  out.slipping = trial > limit;
  out.stretch = in.stretch;
  out.direction = trial > 0.0 ? (1.0 / trial) * f_t : Vec3<double>::Zero();
  if (out.slipping) {
    f_t = (m.mu_kinetic * out.normal_force) * out.direction;
    out.stretch = (-1.0 / m.stiffness) * f_t;  // (28)
  }
  out.force = out.normal_force * in.normal + f_t;
  return out;
}

/// Derivatives of the force with respect to the point's position and velocity, at a fixed normal. Where the law has a kink,
/// those of the branch taken.
struct AnchorDerivatives {
  Mat3<double> by_p, by_v;
};
AnchorDerivatives DifferentiateAnchorLaw(const AnchorInput& in, const AnchorForce& out,
                                         const ContactMaterial& m);

}  // namespace slipstick
