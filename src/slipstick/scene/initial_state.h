// The state of a scene at t = 0.
#pragma once

#include <vector>

#include "slipstick/scene/actor.h"
#include "slipstick/world/world.h"

namespace slipstick::scene {

/// Positions and velocities as the actors set them; actors that are on_ground are lowered or raised onto it.
State MakeInitialState(const World& world, const std::vector<Actor>& actors);
/// InputError that names two shapes with a large penetration at the start.
void CheckPenetration(const World& world, const State& state, const std::vector<Actor>& actors);

}  // namespace slipstick::scene
