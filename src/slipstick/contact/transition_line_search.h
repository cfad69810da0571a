// Transition-aware line search (paper 004, section III-A): how much of a Newton step to take, so that no
// contact jumps over the region in which it would stick, nor turns its slip by too much at once.
//
//   crosses |v_t| < v_s           α so that (v_t + α Δv_t) · Δv_t = 0: where the line comes nearest to rest
//   turns by more than θ_max      α so that it turns by θ_max
//   otherwise                     α = 1
//
// The reference implementation has more cases, which land at v_s / 2 when a step leads from rest to slip,
// from slip to rest, or straight through it: `caps`. Nothing in the paper asks for them.
#pragma once

#include <numbers>

#include "slipstick/core/vec3.h"

namespace slipstick::contact {

struct TransitionLimits {
  double max_angle = std::numbers::pi / 3.0;  ///< θ_max, rad, below π/2 (paper 004: π/3)
  bool caps = false;                          ///< with the cases of the reference implementation
  double nearly_zero = 1e-2;                  ///< share of v_s that counts as rest in those
};

/// α in (0, 1] for one contact with slip velocity v (along the surface) that a Newton step changes by dv. 0
/// if there is none, because numbers are not finite. `v_s`: stiction speed, m/s.
double LimitTransition(const Vec3<double>& v, const Vec3<double>& dv, double v_s,
                       const TransitionLimits& limits);

}  // namespace slipstick::contact
