#include "slipstick/scene/read_wrench_spaces.h"

#include <fmt/core.h>

#include <filesystem>

#include "slipstick/core/quote.h"
#include "slipstick/core/read_file.h"
#include "slipstick/core/suggest.h"
#include "slipstick/scene/read_fields.h"
#include "slipstick/scene/wrench_space_kinds.h"
#include "slipstick/terrain/terrain_file.h"

namespace slipstick::scene {
namespace {

namespace fs = std::filesystem;

constexpr const char *kMaterialsKey = "materials", *kKindKey = "kind", *kTerrainKey = "terrain";

const WrenchSpaceKind& FindSpaceKind(const toml::Value& value) {
  const std::string wanted = toml::ReadText(value, kKindKey);
  std::vector<std::string> names;
  for (const WrenchSpaceKind& kind : WrenchSpaceKinds()) {
    if (kind.name == wanted) return kind;
    names.push_back(kind.name);
  }
  toml::Refuse(value.place,
               fmt::format("there is no wrench space {}; {}", Quote(wanted), Suggest(wanted, names)));
}

struct TerrainText {
  std::string text, source;
};

/// Searches the scene, its folder and the built-in terrains.
TerrainText FindTerrain(const toml::Value& value, const std::string& name, const toml::Value* given,
                        const std::string& folder) {
  if (const toml::Value* text = given ? given->Find(name) : nullptr)
    return {toml::ReadText(*text, "the text of a terrain"), name};
  const fs::path path = fs::path(folder) / name;
  std::error_code ignored;
  if (!folder.empty() && fs::is_regular_file(path, ignored)) {
    std::optional<std::string> text = ReadFile(path);
    if (!text) toml::Refuse(value.place, fmt::format("{} cannot be opened.", Quote(path.string())));
    return {*std::move(text), path.string()};
  }
  if (const std::string text = terrain::BuiltInTerrain(name); !text.empty()) return {text, name};
  const std::string sought = folder.empty() ? "" : fmt::format(" as {}", Quote(path.string()));
  toml::Refuse(value.place, fmt::format("there is no terrain {}{}, nor one that comes with the program; {}",
                                        Quote(name), sought, Suggest(name, terrain::BuiltInTerrains())));
}

/// The table without the keys that are not parameters.
toml::Value ParametersOf(const toml::Value& table) {
  toml::Value rest = table;
  std::erase_if(rest.entries, [](const toml::Entry& entry) {
    return entry.key == kMaterialsKey || entry.key == kKindKey || entry.key == kTerrainKey;
  });
  return rest;
}

ContactMaterial PairMaterial(const Materials& materials, const std::string& a, const std::string& b) {
  for (const MaterialPair& pair : materials.pairs)
    if ((pair.a == a && pair.b == b) || (pair.a == b && pair.b == a)) return pair.material;
  return world::Combine(materials.named.at(a), materials.named.at(b));
}

bool AreTheSame(const WrenchSpacePair& one, const WrenchSpacePair& other) {
  return (one.a == other.a && one.b == other.b) || (one.a == other.b && one.b == other.a);
}

/// The names of the two materials, without the space.
WrenchSpacePair ReadNames(const toml::Value& table, const Materials& materials, const WrenchSpaces& others) {
  const toml::Value* names = table.Find(kMaterialsKey);
  if (!names || names->kind != toml::Value::Kind::kArray || names->items.size() != 2)
    toml::Refuse(
        names ? names->place : table.place,
        "[[wrench_spaces]] needs 'materials', the two materials in contact, such as [\"foot\", \"sand\"].");
  WrenchSpacePair pair{materials.Checked(names->items[0], "materials[0]"),
                       materials.Checked(names->items[1], "materials[1]"), nullptr};
  for (const WrenchSpacePair& other : others.pairs)
    if (AreTheSame(other, pair))
      toml::Refuse(names->place,
                   fmt::format("'{}' and '{}' have a wrench space already; leave one out.", pair.a, pair.b));
  return pair;
}

/// Its name; empty for kinds without terrain.
std::string ReadTerrainName(const toml::Value& table, const WrenchSpaceKind& kind) {
  const toml::Value* terrain = table.Find(kTerrainKey);
  if (terrain && !kind.needs_terrain)
    toml::Refuse(terrain->place, fmt::format("'terrain' has no meaning here: the kind is '{}'.", kind.name));
  if (!terrain && kind.needs_terrain)
    toml::Refuse(
        table.place,
        fmt::format("'{}' needs a 'terrain', such as \"sand\", or a file that 'slipstick fit-terrain' made.",
                    kind.name));
  return terrain ? toml::ReadText(*terrain, kTerrainKey) : "";
}

const WrenchSpaceKind& ReadKind(const toml::Value& table) {
  const toml::Value* kind = table.Find(kKindKey);
  if (!kind) toml::Refuse(table.place, "[[wrench_spaces]] lacks 'kind'; see 'slipstick list wrench-spaces'.");
  return FindSpaceKind(*kind);
}

}  // namespace

WrenchSpaces ReadWrenchSpaces(const toml::Value* spaces, const toml::Value* given_terrains,
                              const std::string& folder, const Materials& materials) {
  if (given_terrains && given_terrains->kind != toml::Value::Kind::kTable)
    toml::Refuse(given_terrains->place, fmt::format("terrains is {}; expected a table of texts by name.",
                                                    toml::Describe(*given_terrains)));
  WrenchSpaces read;
  for (const toml::Value* table : toml::ReadTables(spaces, "wrench_spaces")) {
    const WrenchSpaceKind& kind = ReadKind(*table);
    WrenchSpacePair pair = ReadNames(*table, materials, read);
    WrenchSpaceSource source;
    source.where = fmt::format("{}: wrench space '{}'", table->place.text(), kind.name);
    source.parameters =
        ReadFieldTable(ParametersOf(*table), fmt::format("wrench space '{}'", kind.name), kind.parameters);
    source.material = PairMaterial(materials, pair.a, pair.b);
    if (const std::string name = ReadTerrainName(*table, kind); !name.empty()) {
      const TerrainText found = FindTerrain(*table->Find(kTerrainKey), name, given_terrains, folder);
      source.terrain = terrain::ParseTerrain(found.text, found.source);
      read.terrains[name] = found.text;
    }
    pair.space = kind.make(source);
    read.pairs.push_back(std::move(pair));
  }
  return read;
}

}  // namespace slipstick::scene
