// [[wrench_spaces]] of a scene file: the wrenches that contacts of two materials can exert.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "slipstick/scene/read_materials.h"
#include "slipstick/world/wrench_space.h"

namespace slipstick::scene {

struct WrenchSpacePair {
  std::string a, b;
  std::shared_ptr<const WrenchSpace> space;
};
struct WrenchSpaces {
  std::vector<WrenchSpacePair> pairs;
  std::map<std::string, std::string> terrains;  ///< texts used, by the name in the scene
};
/// `given_terrains`: texts by name, used instead of files; may be null.
WrenchSpaces ReadWrenchSpaces(const toml::Value* spaces, const toml::Value* given_terrains,
                              const std::string& folder, const Materials& materials);

}  // namespace slipstick::scene
