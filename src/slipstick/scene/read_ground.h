// [ground] of a scene file.
#pragma once

#include <string>

#include "slipstick/scene/read_materials.h"
#include "slipstick/world/world.h"

namespace slipstick::scene {

/// Adds the ground to the world as its first shape; null stands for the default, a plane at z = 0. False if
/// the scene has no ground.
bool ReadGround(const toml::Value* ground, const std::string& folder, const Materials& materials,
                WorldBuilder& world);

}  // namespace slipstick::scene
