// Shapes and contact points of an actor.
#pragma once

#include "slipstick/scene/actor.h"
#include "slipstick/world/world.h"

namespace slipstick::scene {

/// Adds them to the world, whose model is built. `group`: the number of the actor.
void AddShapes(int group, WorldBuilder& world, Actor& actor);

}  // namespace slipstick::scene
