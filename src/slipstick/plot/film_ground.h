// How high the ground is.
#pragma once

#include <optional>
#include <vector>

#include "slipstick/world/world.h"

namespace slipstick::plot::film {

/// Of the highest of these shapes of the world, planes and height fields, above or below a point; none if
/// none of them is there.
std::optional<double> GroundHeight(const World& world, const std::vector<int>& grounds,
                                   const Eigen::Vector3d& p);

/// It can be drawn as one straight line.
bool IsFlat(const World& world, const std::vector<int>& grounds);

}  // namespace slipstick::plot::film
