// Terrain files: TOML with the result of a fit (granular_fit.h).
//
//   description = "..."
//   deepest = 0.06            m, in the data
//   largest_tilt = 0.7071     sine of the largest tilt in the data
//   [[rings]]
//   intrusion_angle = 0.7854  rad, of the motion below the horizontal
//   drag = [[...], ...]       N/m; a list per node of depth, with a number per centre of tilt
//   side = ...
//   lift = ...
#pragma once

#include <string>
#include <vector>

#include "slipstick/laws/granular_terrain.h"

namespace slipstick::terrain {

/// InputError, with `source` and the place in it, for an invalid terrain.
laws::GranularModel ParseTerrain(const std::string& text, const std::string& source);

/// Numbers have five digits; measurements of sand have fewer.
std::string WriteTerrain(const laws::GranularModel& model);

/// The text of a built-in terrain; empty if there is none of this name.
std::string BuiltInTerrain(const std::string& name);
std::vector<std::string> BuiltInTerrains();

}  // namespace slipstick::terrain
