// [controller] of a scene file.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "slipstick/control/controller.h"
#include "slipstick/scene/actor.h"
#include "slipstick/scene/controller_info.h"
#include "slipstick/world/world.h"

namespace slipstick::scene {

/// The kinds of controllers that a scene can name, in the order in which they are listed.
const std::vector<ControllerInfo>& Controllers();

/// Null without a controller. `kind` gets its name.
std::shared_ptr<Controller> ReadController(const toml::Value* table, const World& world, const State& initial,
                                           const std::vector<Actor>& actors, double control_period,
                                           std::string& kind);

}  // namespace slipstick::scene
