#include "slipstick/scene/read_materials.h"

#include <fmt/core.h>

#include <algorithm>

#include "slipstick/core/quote.h"
#include "slipstick/core/suggest.h"

namespace slipstick::scene {
namespace {

/// The fields of a material, and "friction" for both coefficients at once.
std::vector<std::string> KnownKeys(std::vector<std::string> keys) {
  keys.emplace_back("friction");
  for (const FieldInfo& field : DescribeFields<ContactMaterial>()) keys.push_back(field.name);
  return keys;
}

void ReadMaterial(toml::TableReader& table, const std::string& what, ContactMaterial& material) {
  if (const toml::Value* friction = table.Find("friction"))
    material.mu_static = material.mu_kinetic = toml::ReadNumber(*friction, "friction", "");
  for (const NumberField& field : NumberFields(material)) {
    const std::string unit = field.label.unit;
    *field.value = table.NumberOr(field.label.name, unit == "1" ? "" : unit, *field.value);
  }
  if (!table.Has("mu_kinetic")) material.mu_kinetic = std::min(material.mu_kinetic, material.mu_static);
  world::CheckMaterial(material, table.place().text() + ": " + what);
}

std::string Known(const std::map<std::string, ContactMaterial>& named, const toml::Value& value,
                  const std::string& name) {
  std::string wanted = toml::ReadText(value, name);
  if (named.contains(wanted)) return wanted;
  std::vector<std::string> known;
  for (const auto& [other, material] : named) known.push_back(other);
  toml::Refuse(value.place,
               fmt::format("there is no material {}; {}", Quote(wanted), Suggest(wanted, known)));
}

MaterialPair ReadPair(const toml::Value& value, const std::map<std::string, ContactMaterial>& named) {
  toml::TableReader table(value, "[[pairs]]", KnownKeys({"materials"}));
  const toml::Value& names =
      table.Require("materials", "the two materials in contact, such as [\"rubber\", \"ice\"]");
  if (names.kind != toml::Value::Kind::kArray || names.items.size() != 2)
    toml::Refuse(names.place, fmt::format("materials is {}; expected two names.", toml::Describe(names)));
  MaterialPair pair{
      Known(named, names.items[0], "materials[0]"), Known(named, names.items[1], "materials[1]"), {}};
  pair.material = world::Combine(named.at(pair.a), named.at(pair.b));
  ReadMaterial(table, fmt::format("the pair of '{}' and '{}'", pair.a, pair.b), pair.material);
  return pair;
}

}  // namespace

Materials ReadMaterials(const toml::Value* materials, const toml::Value* pairs) {
  Materials read;
  read.named["default"];
  if (materials && materials->kind != toml::Value::Kind::kTable)
    toml::Refuse(materials->place, fmt::format("materials is {}; expected tables [materials.NAME].",
                                               toml::Describe(*materials)));
  const auto add = [&](const toml::Entry& entry) {
    toml::TableReader table(entry.value, fmt::format("[materials.{}]", entry.key), KnownKeys({}));
    ContactMaterial material = read.named["default"];  // missing keys are those of the default
    ReadMaterial(table, fmt::format("material '{}'", entry.key), material);
    read.named[entry.key] = material;
  };
  if (materials) {
    for (const toml::Entry& entry : materials->entries)
      if (entry.key == "default") add(entry);
    for (const toml::Entry& entry : materials->entries)
      if (entry.key != "default") add(entry);
  }
  for (const toml::Value* pair : toml::ReadTables(pairs, "pairs"))
    read.pairs.push_back(ReadPair(*pair, read.named));
  return read;
}

std::string Materials::Checked(const toml::Value& value, const std::string& what) const {
  return Known(named, value, what);
}

std::string Materials::NameIn(toml::TableReader& table, const char* key) const {
  const toml::Value* value = table.Find(key);
  return value ? Known(named, *value, key) : "default";
}

}  // namespace slipstick::scene
