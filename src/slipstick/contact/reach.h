// How near two shapes must be that they might touch soon.
#pragma once

#include "slipstick/dynamics/workspace.h"
#include "slipstick/world/world.h"

namespace slipstick::contact {

/// A gap that shapes might close within tau seconds, at the poses and velocities in ws, m.
double ReachWithin(const World& world, const Workspace<double>& ws, double tau);

/// Bound of what accelerates a body towards another, m/s²; only decides who is watched.
inline constexpr double kWatchedAcceleration = 1000.0;

}  // namespace slipstick::contact
