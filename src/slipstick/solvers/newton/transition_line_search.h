// Transition-aware line search (Castro et al. 2020 (tamsi), section III-A): the step fraction α of a Newton
// step, such that no contact skips the stiction region or rotates its slip velocity by too much at once.
//
//   crosses |v_t| < v_s           α with (v_t + α Δv_t) · Δv_t = 0: the point of the line nearest to rest
//   rotates by more than θ_max    α at which it has rotated by θ_max
//   otherwise                     α = 1
//
// The reference implementation has further cases, which are not in the paper (`caps`): a step from rest to
// slip, from slip to rest, or straight through rest ends at v_s / 2.
#pragma once

#include <numbers>

#include "slipstick/core/vec3.h"

namespace slipstick::solvers {

struct TransitionLimits {
  double max_angle = std::numbers::pi / 3.0;  ///< θ_max, rad, below π/2 (the tamsi paper: π/3)
  bool caps = false;                          ///< use the further cases of the reference implementation
  double nearly_zero = 1e-2;                  ///< fraction of v_s below which `caps` treat a speed as zero
};

/// α in (0, 1] for one contact with the tangential velocity v, which a full Newton step changes by dv. 0 if a
/// number is not finite. `v_s`: stiction speed, m/s.
double LimitTransition(const Vec3<double>& v, const Vec3<double>& dv, double v_s,
                       const TransitionLimits& limits);

}  // namespace slipstick::solvers
