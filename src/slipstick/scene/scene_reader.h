// From a scene file to everything that a run needs. docs/scenes.md lists the keys.
#pragma once

#include "slipstick/scene/scene.h"

namespace slipstick::scene {

/// Everything is checked here: InputError, with file, line and column, for anything that would not run.
Scene BuildScene(const SceneSource& source);

}  // namespace slipstick::scene
