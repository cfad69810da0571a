// Scenes by name: those that come with the program, and files.
#pragma once

#include <string>
#include <vector>

#include "slipstick/scene/scene.h"

namespace slipstick::scene {

struct SceneInfo {
  std::string name, description;
};
/// The built-in scenes.
std::vector<SceneInfo> BuiltInScenes();

/// A built-in scene by its name, or a file. InputError with the nearest names.
SceneSource FindScene(const std::string& name_or_file);

}  // namespace slipstick::scene
