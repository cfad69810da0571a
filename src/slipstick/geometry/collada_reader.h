// Reads the vertices of COLLADA files (.dae, versions 1.4 and 1.5).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "slipstick/core/eigen.h"

namespace slipstick::geometry {

/// The corners of all faces of the geometries that the scene of the text places, in metres: node transforms
/// and <unit> are applied. <up_axis> is ignored, as in RViz and Gazebo (docs/geometry.md). A text without a
/// scene has each of its geometries once. InputError, starting with `place`, if the text is malformed, uses
/// what is not read (skins, other files, surfaces that are not meshes), or would take too much memory or
/// time.
std::vector<Eigen::Vector3d> ReadColladaPoints(std::string_view text, const std::string& place);

}  // namespace slipstick::geometry
