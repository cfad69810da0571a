// How a damped oscillator answers: the functions of which closed solutions of linear contact dynamics are
// made.
//
//   ÿ + β λ ẏ + λ y = f,    λ >= 0, β >= 0
//
// Let g[1](t) be its motion after a unit kick (y = 0, ẏ = 1), g[0] the velocity of that and g[k + 1] the
// integral of g[k]: after a kick, under a unit force, under a unit ramp of force, and their integrals. All
// follow from one identity,
//
//   g[k] + β λ g[k + 1] + λ g[k + 2] = t^k / k!
//
// which is run upwards where λ t² is large and downwards from a series where it is small.
#pragma once

#include <array>

namespace slipstick::solvers {

struct OscillatorResponse {
  std::array<double, 6> g;
};

/// Relative accuracy of about 1e-13 for all arguments, from λ = 0 to the stiffest.
OscillatorResponse RespondToKick(double lambda, double beta, double t);

}  // namespace slipstick::solvers
