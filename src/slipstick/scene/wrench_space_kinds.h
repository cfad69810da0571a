// The wrench spaces that a scene can name, with their parameters.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "slipstick/core/options.h"
#include "slipstick/laws/granular_terrain.h"
#include "slipstick/world/material.h"
#include "slipstick/world/wrench_space.h"

namespace slipstick::scene {

/// What a space is made from.
struct WrenchSpaceSource {
  std::string where;            ///< for messages
  OptionValues parameters;      ///< those that were given
  ContactMaterial material;     ///< of the pair: friction and stiffness, where they were not
  laws::GranularModel terrain;  ///< of kinds that need one
};

struct WrenchSpaceKind {
  std::string name, summary;
  bool needs_terrain;
  std::vector<OptionInfo> parameters;
  std::function<std::shared_ptr<const WrenchSpace>(const WrenchSpaceSource&)> make;
};

/// In the order in which they are listed.
const std::vector<WrenchSpaceKind>& WrenchSpaceKinds();

}  // namespace slipstick::scene
