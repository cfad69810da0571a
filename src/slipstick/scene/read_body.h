// [[bodies]] of a scene file: single shapes, free or fixed.
#pragma once

#include <string>

#include "slipstick/scene/actor.h"

namespace slipstick::scene {

/// Adds the body to the model of the context. `number`: from 1, for the default name.
Actor ReadBody(const toml::Value& table, int number, ReadContext& context);

/// Adds a free body with one shape; the actor gets its name and shape.
void AddFreeBody(const std::string& name, const Inertia& inertia, const Pose& pose,
                 const model::Geometry& geometry, ReadContext& context, Actor& actor);

}  // namespace slipstick::scene
