// Bounds on how far shapes approach each other within a step.
#pragma once

#include "slipstick/dynamics/workspace.h"
#include "slipstick/world/world.h"

namespace slipstick::contact {

/// The largest speed of any point of a shape that is fixed to a moving body, from the velocities in ws, m/s.
double LargestSpeed(const World& world, const Workspace<double>& ws, int shape);

/// The largest gap that two shapes can close within tau seconds, from the poses and velocities in ws, m.
double ApproachMargin(const World& world, const Workspace<double>& ws, double tau);

/// Assumed bound on the acceleration of one body towards another, m/s². It determines which pairs are
/// candidates and which trees are stepped together. Bodies that accelerate more, as in an impact, may touch
/// unnoticed until the next step.
inline constexpr double kMaxApproachAcceleration = 1000.0;

}  // namespace slipstick::contact
