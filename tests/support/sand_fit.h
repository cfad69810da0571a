// A granular model of sand.
#pragma once

#include <numbers>

#include "slipstick/terrain/granular_fit.h"
#include "slipstick/terrain/resistive_force.h"

namespace slipstick::support {

inline constexpr double kQuarterTurn = std::numbers::pi / 2;  ///< rad

/// Fitted to synthetic measurements, once per program.
inline const terrain::GranularFit& SandFit() {
  static const terrain::GranularFit fit =
      terrain::FitGranularModel(terrain::SyntheticMeasurements(terrain::SandPlate{}, 1), 1e-3);
  return fit;
}

}  // namespace slipstick::support
