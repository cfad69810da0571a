// Forces of sand on a plate by resistive force theory: synthetic penetrometer data.
//
// Li, Zhang and Goldman (A terradynamics of legged locomotion on granular media, Science 339, 2013): the
// stress on an element of a body is its depth times a function of its own tilt β and of the direction of
// motion γ, nearly the same for all sands up to one factor:
//
//   α_z(β, γ) = A00 + A10 cos 2β + B11 sin(2β + γ) + B01 sin γ + B-11 sin(-2β + γ)
//   α_x(β, γ) = C11 cos(2β + γ) + C01 cos γ + C-11 cos(-2β + γ) + D10 sin 2β
//
// with the generic coefficients of their supplement. That theory is planar. Departure: a tilt β_c across the
// motion multiplies the lift by α_z(β_c, π/2), the factor of a plate that moves straight down. It also causes
// a sideways force with α_x(β_c, π/2), at full size for a motion straight down and at half of it for a
// horizontal one.
#pragma once

#include <cstdint>
#include <vector>

#include "slipstick/terrain/granular_fit.h"

namespace slipstick::terrain {

struct SandPlate {
  double radius = 0.03;  ///< m
  /// N/m³: stress per depth on a level plate going straight down. Loose poppy seeds 0.25e6.
  double resistance = 0.5e6;
};

/// The force for the motion of the row; its `force` is not used.
Vec3<double> PlateResistance(const SandPlate& plate, const PlateMeasurement& row);

/// Depths to 6 cm, tilts to 45° towards all sides, dragged, pushed down at 45° and straight down; with the
/// noise of a load cell, 2 % and 20 mN.
std::vector<PlateMeasurement> SyntheticMeasurements(const SandPlate& plate, uint64_t seed);

}  // namespace slipstick::terrain
