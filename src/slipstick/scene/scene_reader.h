// From a scene file to everything that a run needs. docs/scenes.md lists the keys.
#pragma once

#include "slipstick/scene/scene.h"

namespace slipstick::scene {

/// Checks everything: InputError, with file, line and column, for a scene that cannot run.
Scene BuildScene(const SceneSource& source);

}  // namespace slipstick::scene
