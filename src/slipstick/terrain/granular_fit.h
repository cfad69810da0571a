// Fits a granular terrain (laws/granular_terrain.h) to plate measurements: linear least squares with a ridge,
// and non-negative slopes for the lift.
//
// Sand is isotropic and mirror symmetric. Each measurement is rotated so that the plate moves along x, and is
// used mirrored, too; one of a vertical motion is also used rotated by 90, 180 and 270 degrees.
#pragma once

#include <vector>

#include "slipstick/laws/granular_terrain.h"

namespace slipstick::terrain {

/// One motion of a tilted plate in sand, up to the largest force.
struct PlateMeasurement {
  double depth;            ///< m, of its lowest point
  double tilt_x, tilt_y;   ///< rad, its rotation vector
  double azimuth;          ///< rad, of the motion about z, from x
  double intrusion_angle;  ///< rad, of the motion below the horizontal, 0 to π/2
  Vec3<double> force;      ///< N, on the plate; z is up

  /// Rotated to a motion along x.
  laws::Tilt TurnedTilt() const;
  Vec3<double> TurnedForce() const;
};

/// Error of one force component of a ring against its measurements, N.
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

/// Intrusion angles that differ by less than this belong to the same ring, rad.
inline constexpr double kSameIntrusionAngle = 0.01;

/// `ridge`: weight of the penalty on slopes, relative to the mean weight of the data. InputError if there are
/// too few measurements.
GranularFit FitGranularModel(const std::vector<PlateMeasurement>& data, double ridge);

}  // namespace slipstick::terrain
