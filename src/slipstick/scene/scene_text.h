// A scene as one TOML text, for recordings.
#pragma once

#include <string>

#include "slipstick/scene/actor.h"
#include "slipstick/scene/read_wrench_spaces.h"
#include "slipstick/world/world.h"

namespace slipstick::scene {

/// The scene with everything that it reads from other files, except meshes: those stay where they are.
std::string SelfContained(toml::Value root, const ReadContext& context, const WrenchSpaces& spaces,
                          const World& world);

}  // namespace slipstick::scene
