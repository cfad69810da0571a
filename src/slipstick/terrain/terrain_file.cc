#include "slipstick/terrain/terrain_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "slipstick/core/embedded_files.h"
#include "slipstick/core/error.h"
#include "slipstick/toml/table_reader.h"
#include "slipstick/toml/toml_reader.h"
#include "slipstick/toml/toml_writer.h"

namespace slipstick::terrain {
namespace {

constexpr std::string_view kTerrainFolder = "terrains/", kTerrainEnding = ".toml";

/// "sand" from "terrains/sand.toml"; empty for other files.
std::string TerrainName(std::string_view path) {
  if (!path.starts_with(kTerrainFolder) || !path.ends_with(kTerrainEnding)) return "";
  path.remove_prefix(kTerrainFolder.size());
  path.remove_suffix(kTerrainEnding.size());
  return std::string(path);
}

laws::GranularSlopes ReadSlopes(const toml::Value& value, const char* name) {
  const auto refuse = [&](const toml::Value& guilty) {
    toml::Refuse(guilty.place, fmt::format("{} is {}; expected {} lists of {} numbers.", name,
                                           toml::Describe(guilty), laws::kDepthNodes, laws::kTiltCentres));
  };
  if (value.kind != toml::Value::Kind::kArray || value.items.size() != laws::kDepthNodes) refuse(value);
  laws::GranularSlopes slopes;
  for (int p = 0; p < laws::kDepthNodes; ++p) {
    const toml::Value& node = value.items[p];
    if (node.kind != toml::Value::Kind::kArray || node.items.size() != laws::kTiltCentres) refuse(node);
    for (int i = 0; i < laws::kTiltCentres; ++i) slopes[p][i] = toml::ReadNumber(node.items[i], name, "N/m");
  }
  return slopes;
}

laws::GranularRing ReadRing(const toml::Value& value) {
  std::vector<std::string> keys = {"intrusion_angle"};
  keys.insert(keys.end(), laws::kGranularNames.begin(), laws::kGranularNames.end());
  toml::TableReader table(value, "[[rings]]", keys);
  laws::GranularRing ring{toml::ReadNumber(table.Require("intrusion_angle", "an angle below the horizontal"),
                                           "intrusion_angle", "rad"),
                          {}};
  for (int k = 0; k < laws::kGranularComponents; ++k)
    ring.slopes[k] =
        ReadSlopes(table.Require(laws::kGranularNames[k], "slopes of the force"), laws::kGranularNames[k]);
  return ring;
}

/// Five digits; slopes below 1e-6 of the largest are written as 0, so that rounding does not show.
std::string SlopeText(double slope, double largest) {
  return std::abs(slope) < 1e-6 * largest ? "0" : fmt::format("{:.5g}", slope);
}

double LargestOf(const laws::GranularSlopes& slopes) {
  double largest = 0.0;
  for (const auto& node : slopes)
    for (const double slope : node) largest = std::max(largest, std::abs(slope));
  return largest;
}

}  // namespace

laws::GranularModel ParseTerrain(const std::string& text, const std::string& source) {
  const toml::Value root = toml::ParseToml(text, source);
  toml::TableReader table(root, "the terrain", {"description", "deepest", "largest_tilt", "rings"});
  laws::GranularModel model;
  model.description = table.TextOr("description", "");
  model.deepest =
      toml::ReadPositive(table.Require("deepest", "the largest depth in the data"), "deepest", "m");
  model.largest_tilt =
      toml::ReadPositive(table.Require("largest_tilt", "the largest in the data"), "largest_tilt", "");
  for (const toml::Value* ring :
       toml::ReadTables(&table.Require("rings", "forces by direction of motion"), "rings"))
    model.rings.push_back(ReadRing(*ring));
  try {
    const laws::GranularTerrain usable(model);
  } catch (const InputError& error) {
    toml::Refuse(root.place, error.what());
  }
  return model;
}

std::string WriteTerrain(const laws::GranularModel& model) {
  toml::Entry description{"description", {}, {}};
  description.value.kind = toml::Value::Kind::kText;
  description.value.text = model.description;
  toml::Value top;
  top.entries.push_back(std::move(description));
  std::string text = toml::WriteToml(top);
  text += fmt::format("deepest = {:.5g}\nlargest_tilt = {:.5g}\n", model.deepest, model.largest_tilt);
  for (const laws::GranularRing& ring : model.rings) {
    text += fmt::format("\n[[rings]]\nintrusion_angle = {:.5g}\n", ring.intrusion_angle);
    for (int k = 0; k < laws::kGranularComponents; ++k) {
      text += fmt::format("{} = [\n", laws::kGranularNames[k]);
      for (const auto& node : ring.slopes[k]) {
        std::string numbers;
        for (const double slope : node)
          numbers += (numbers.empty() ? "" : ", ") + SlopeText(slope, LargestOf(ring.slopes[k]));
        text += fmt::format("  [{}],\n", numbers);
      }
      text += "]\n";
    }
  }
  return text;
}

std::string BuiltInTerrain(const std::string& name) {
  for (const EmbeddedFile& file : EmbeddedFiles())
    if (TerrainName(file.path) == name) return std::string(file.text);
  return "";
}

std::vector<std::string> BuiltInTerrains() {
  std::vector<std::string> names;
  for (const EmbeddedFile& file : EmbeddedFiles())
    if (std::string name = TerrainName(file.path); !name.empty()) names.push_back(std::move(name));
  return names;
}

}  // namespace slipstick::terrain
