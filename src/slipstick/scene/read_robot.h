// [[robots]] of a scene file.
#pragma once

#include "slipstick/scene/actor.h"

namespace slipstick::scene {

/// Adds the robot to the model of the context. Its shapes are added once the model is built (AddShapes).
Actor ReadRobot(const toml::Value& table, ReadContext& context);

}  // namespace slipstick::scene
