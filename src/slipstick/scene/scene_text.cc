#include "slipstick/scene/scene_text.h"

#include <filesystem>

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

}  // namespace

std::string SelfContained(toml::Value root, const ReadContext& context, const WrenchSpaces& spaces,
                          const World& world) {
  for (toml::Entry& entry : root.entries)
    if (entry.key == "ground" && entry.value.Find("file")) EmbedHeights(world, entry.value);
  toml::Value models;
  for (const auto& [name, text] : context.models) Put(models, name, Text(text));
  if (!models.entries.empty()) Put(root, "models", std::move(models));
  toml::Value terrains;
  for (const auto& [name, text] : spaces.terrains) Put(terrains, name, Text(text));
  if (!terrains.entries.empty()) Put(root, "terrains", std::move(terrains));
  if (!context.folder.empty())
    Put(root, "folder", Text(std::filesystem::absolute(context.folder).lexically_normal().string()));
  return toml::WriteToml(root);
}

}  // namespace slipstick::scene
