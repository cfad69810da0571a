// The wrench spaces that a scene can name, with their parameters.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "slipstick/core/fields.h"
#include "slipstick/laws/granular_terrain.h"
#include "slipstick/world/material.h"
#include "slipstick/world/wrench_space.h"

namespace slipstick::scene {

/// Input of WrenchSpaceKind::make.
struct WrenchSpaceSource {
  std::string where;            ///< for messages
  FieldValues parameters;       ///< those that were given
  ContactMaterial material;     ///< of the pair: defaults of friction and stiffness
  laws::GranularModel terrain;  ///< of kinds that need one
};

struct WrenchSpaceKind {
  std::string name, summary;
  bool needs_terrain;
  std::vector<FieldInfo> parameters;
  std::function<std::shared_ptr<const WrenchSpace>(const WrenchSpaceSource&)> make;
};

/// In the order in which they are listed.
const std::vector<WrenchSpaceKind>& WrenchSpaceKinds();

}  // namespace slipstick::scene
