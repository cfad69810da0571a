// From measurements with a plate to what sand can hold (granular_terrain.h): linear least squares with a
// ridge, lift with slopes that are not negative.
//
// Sand looks the same from all sides, and in a mirror. A plate that moved anywhere is turned so that it moves
// along x, and counts mirrored, too; one that was pushed straight down counts turned by quarters.
#pragma once

#include <vector>

#include "slipstick/laws/granular_terrain.h"

namespace slipstick::terrain {

/// A plate that is turned out of the horizontal, lies in sand and is moved until the force does not grow any
/// more.
struct PlateMeasurement {
  double depth;           ///< m, of its lowest point
  double tilt_x, tilt_y;  ///< rad, its rotation vector
  double azimuth;         ///< rad, of the motion about z, from x
  double push;            ///< rad, of the motion below the horizontal, 0 to π/2
  Vec3<double> force;     ///< N, on the plate; z is up

  /// As if it moved along x.
  laws::Tilt TurnedTilt() const;
  Vec3<double> TurnedForce() const;
};

/// How far a component of a ring is from its measurements, N.
struct FitError {
  double rms = 0.0, worst = 0.0;
  int worst_at = 0;            ///< index of the measurement
  double largest_force = 0.0;  ///< of the measurements, to compare with
};

struct GranularFit {
  laws::GranularModel model;
  std::vector<std::array<FitError, laws::kGranularComponents>> errors;  ///< per ring
  std::vector<int> rows;                                                ///< per ring, measurements
};

/// Directions of `push` that differ by less than this are the same ring, rad.
inline constexpr double kSamePush = 0.01;

/// `ridge`: how much a slope costs, as a share of what data say on average. InputError if there is too little
/// to fit.
GranularFit FitGranularModel(const std::vector<PlateMeasurement>& data, double ridge);

}  // namespace slipstick::terrain
