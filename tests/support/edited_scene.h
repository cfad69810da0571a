// Built-in scenes with edits, as the option --set of the program makes them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "slipstick/scene/scene_library.h"
#include "slipstick/scene/scene_reader.h"

namespace slipstick::support {

using SceneEdits = std::vector<std::pair<std::string, std::string>>;  ///< keys and values

inline Scene EditedScene(const std::string& name, const SceneEdits& edits) {
  scene::SceneSource source = scene::FindScene(name);
  for (const auto& [key, value] : edits) source.edits.push_back({key, value, "--set"});
  return scene::BuildScene(source);
}

}  // namespace slipstick::support
