// slipstick fit-terrain: from measurements with a plate in sand to a terrain that scenes can name.
#pragma once

#include <string>

namespace slipstick::cli {

struct FitTerrainOptions {
  std::string data;         ///< measurements, .csv (scene/plate_table.h)
  std::string output;       ///< terrain, .toml; empty: beside the measurements
  std::string description;  ///< of the terrain; empty: where it came from
  double ridge = 1e-3;      ///< share of the average that slopes cost (contact/granular_fit.h)
  std::string synthetic;    ///< instead of all that: write measurements that theory makes up
};

/// Writes a terrain and a picture beside it, or made-up measurements, and returns what to tell about it.
/// InputError if the measurements are refused or nothing can be written.
std::string FitTerrain(const FitTerrainOptions& options);

}  // namespace slipstick::cli
