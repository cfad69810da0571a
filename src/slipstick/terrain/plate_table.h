// Plate measurements in sand as CSV: a header with the names of the columns, in any order, and a row for each
// motion of the plate.
//
//   depth,tilt_x,tilt_y,azimuth,intrusion_angle,force_x,force_y,force_z
//   0.02,0,0.26,0,0,-3.1,0.02,7.4
//
// SI units: m, rad, N. Empty lines and lines that begin with # are skipped. docs/wrench-spaces.md explains
// how to measure.
#pragma once

#include <string>
#include <vector>

#include "slipstick/terrain/granular_fit.h"

namespace slipstick::terrain {

struct PlateTable {
  std::vector<PlateMeasurement> rows;
  std::vector<int> lines;  ///< of the file, one per row
};

/// InputError, with file and line, for an invalid table.
PlateTable ReadPlateTable(const std::string& path);

std::string WritePlateTable(const std::vector<PlateMeasurement>& rows);

}  // namespace slipstick::terrain
