// Builds a scene with the stepper of a method.
#pragma once

#include "slipstick/measure/method.h"
#include "slipstick/scene/scene.h"
#include "slipstick/scene/scene_text.h"

namespace slipstick::tamsi_experiments {

/// The scene with another stepper and step, and if given another duration, s.
Scene BuildWith(scene::SceneSource source, const measure::Method& method, double dt, double duration = 0.0);

}  // namespace slipstick::tamsi_experiments
