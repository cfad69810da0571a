// [materials] and [[pairs]] of a scene file.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "slipstick/toml/table_reader.h"
#include "slipstick/world/material.h"

namespace slipstick::scene {

struct MaterialPair {
  std::string a, b;
  ContactMaterial material;
};
struct Materials {
  std::map<std::string, ContactMaterial> named;  ///< "default" is always there
  std::vector<MaterialPair> pairs;

  /// The known material that is named under `key`; "default" without the key.
  std::string NameIn(toml::TableReader& table, const char* key = "material") const;
  /// The text as the name of a known material; messages call the value `what`.
  std::string Checked(const toml::Value& value, const std::string& what) const;
};
/// Null stands for a missing table.
Materials ReadMaterials(const toml::Value* materials, const toml::Value* pairs);

}  // namespace slipstick::scene
