// A scene as one TOML text, for recordings.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "slipstick/scene/actor.h"
#include "slipstick/scene/read_wrench_spaces.h"
#include "slipstick/world/world.h"

namespace slipstick::scene {

/// Writes the scene with everything that it reads from other files, except meshes: those stay where they are.
/// The function keeps what it needs and may be called after the arguments are gone.
std::function<std::string()> SelfContainedText(toml::Value root, const ReadContext& context,
                                               const WrenchSpaces& spaces,
                                               std::shared_ptr<const World> world);

}  // namespace slipstick::scene
