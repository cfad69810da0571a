#include "slipstick/scene/scene_text.h"

#include <filesystem>
#include <map>

#include "slipstick/toml/toml_writer.h"

namespace slipstick::scene {
namespace {

void Put(toml::Value& table, const std::string& key, toml::Value value) {
  for (toml::Entry& entry : table.entries)
    if (entry.key == key) {
      entry.value = std::move(value);
      return;
    }
  table.entries.push_back({key, {}, std::move(value)});
}

toml::Value Text(const std::string& text) {
  toml::Value value;
  value.kind = toml::Value::Kind::kText;
  value.text = text;
  return value;
}

toml::Value Number(double number) {
  toml::Value value;
  value.kind = toml::Value::Kind::kNumber;
  value.number = number;
  return value;
}

toml::Value Array(std::vector<toml::Value> items) {
  toml::Value value;
  value.kind = toml::Value::Kind::kArray;
  value.items = std::move(items);
  return value;
}

/// Heights of the ground that came from a file; it is the first shape.
void EmbedHeights(const World& world, toml::Value& ground) {
  const auto& field = std::get<model::HeightFieldGeometry>(world.geometry().shape(0).shape.geometry);
  std::vector<toml::Value> rows;
  for (int j = 0; j < field.ny; ++j) {
    std::vector<toml::Value> row;
    for (int i = 0; i < field.nx; ++i) row.push_back(Number(field.heights[j * field.nx + i]));
    rows.push_back(Array(std::move(row)));
  }
  std::erase_if(ground.entries, [](const toml::Entry& entry) { return entry.key == "file"; });
  Put(ground, "heights", Array(std::move(rows)));
}

struct Sources {
  toml::Value root;
  std::map<std::string, std::string> models, terrains;
  std::string folder;  ///< absolute; empty if there is none
  std::shared_ptr<const World> world;
};

/// A table of texts under this key, unless it is empty.
void PutTexts(toml::Value& root, const std::string& key, const std::map<std::string, std::string>& texts) {
  toml::Value table;
  for (const auto& [name, text] : texts) Put(table, name, Text(text));
  if (!texts.empty()) Put(root, key, std::move(table));
}

std::string Write(const Sources& sources) {
  toml::Value root = sources.root;
  for (toml::Entry& entry : root.entries)
    if (entry.key == "ground" && entry.value.Find("file")) EmbedHeights(*sources.world, entry.value);
  PutTexts(root, "models", sources.models);
  PutTexts(root, "terrains", sources.terrains);
  if (!sources.folder.empty()) Put(root, "folder", Text(sources.folder));
  return toml::WriteToml(root);
}

}  // namespace

std::function<std::string()> SelfContainedText(toml::Value root, const ReadContext& context,
                                               const WrenchSpaces& spaces,
                                               std::shared_ptr<const World> world) {
  const std::string folder =
      context.folder.empty() ? "" : std::filesystem::absolute(context.folder).lexically_normal().string();
  const auto sources = std::make_shared<const Sources>(
      Sources{std::move(root), context.models, spaces.terrains, folder, std::move(world)});
  return [sources] { return Write(*sources); };
}

}  // namespace slipstick::scene
