// [[heaps]] of a scene file: many free bodies of mixed shapes and sizes, drawn at random from a seed. Each
// starts in a cell of its own, as wide as the largest body, so that nothing overlaps; cells lie side by side
// in layers.
#pragma once

#include <vector>

#include "slipstick/scene/actor.h"

namespace slipstick::scene {

/// The bodies of a heap, and its walls if it has them. `number`: from 1, for the default name.
std::vector<Actor> ReadHeap(const toml::Value& table, int number, ReadContext& context);

}  // namespace slipstick::scene
