// exclude of a scene file: pairs of shapes without contact.
#pragma once

#include <vector>

#include "slipstick/scene/actor.h"
#include "slipstick/world/world.h"

namespace slipstick::scene {

/// Pairs of these shapes, by their names or those of their links; null stands for none.
void ReadExclude(const toml::Value* exclude, const std::vector<NamedShape>& shapes, WorldBuilder& world);

}  // namespace slipstick::scene
