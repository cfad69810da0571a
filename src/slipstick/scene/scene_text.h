// A scene as one TOML text, for recordings.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "slipstick/scene/actor.h"
#include "slipstick/scene/read_wrench_spaces.h"
#include "slipstick/world/world.h"

namespace slipstick::scene {

/// A function that writes the scene with the texts of all files that it reads, except meshes. It holds copies
/// and may be called after the arguments are destroyed.
std::function<std::string()> SelfContainedText(toml::Value root, const ReadContext& context,
                                               const WrenchSpaces& spaces,
                                               std::shared_ptr<const World> world);

}  // namespace slipstick::scene
