// Height of the ground.
#pragma once

#include <optional>
#include <vector>

#include "slipstick/world/world.h"

namespace slipstick::plot::film {

/// Height of the highest of these planes and height fields at the x and y of a point; nullopt if there is
/// none.
std::optional<double> GroundHeight(const World& world, const std::vector<int>& grounds,
                                   const Eigen::Vector3d& p);

/// Whether the ground can be drawn as one straight line.
bool IsFlat(const World& world, const std::vector<int>& grounds);

}  // namespace slipstick::plot::film
