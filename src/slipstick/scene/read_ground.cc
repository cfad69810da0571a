#include "slipstick/scene/read_ground.h"

#include <fmt/core.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "slipstick/core/error.h"
#include "slipstick/core/parse_numbers.h"
#include "slipstick/core/quote.h"
#include "slipstick/core/table_lines.h"

namespace slipstick::scene {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kGroundKeys = {"kind",    "slope", "downhill", "height",
                                              "heights", "file",  "spacing",  "material"};
enum GroundKind { kPlane, kHeightField, kNone };

/// Goes down by the angle `slope` towards the direction `downhill`, an angle about z from x.
Pose ReadSlope(toml::TableReader& table) {
  const double slope = table.NumberOr("slope", "rad", 0.0);
  const double heading = table.NumberOr("downhill", "rad", 0.0);
  if (const toml::Value* value = table.Find("slope"); value && !(std::abs(slope) < 1.5))
    toml::Refuse(value->place, "slope must be less than 85 deg.");
  const Eigen::Matrix3d turn = Pose::FromRpy({0, 0, heading}, Eigen::Vector3d::Zero()).R;
  const Eigen::Matrix3d tilt = Pose::FromRpy({0, slope, 0}, Eigen::Vector3d::Zero()).R;
  return {turn * tilt * turn.transpose(), {0, 0, table.NumberOr("height", "m", 0.0)}};
}

using Rows = std::vector<std::vector<double>>;

Rows RowsOf(const toml::Value& value) {
  if (value.kind != toml::Value::Kind::kArray)
    toml::Refuse(value.place, fmt::format("heights is {}; expected rows along x: [[0, 0.1], [0, 0.2]].",
                                          toml::Describe(value)));
  Rows rows;
  for (const toml::Value& row : value.items) {
    if (row.kind != toml::Value::Kind::kArray)
      toml::Refuse(row.place,
                   fmt::format("a row of heights is {}; expected a list of numbers.", toml::Describe(row)));
    rows.emplace_back();
    for (const toml::Value& height : row.items)
      rows.back().push_back(toml::ReadNumber(height, "a height", "m"));
  }
  return rows;
}

/// One row per line, numbers with commas or spaces between them; lines that begin with # are skipped.
Rows RowsOfFile(const toml::Value& value, const std::string& folder) {
  const std::string name = toml::ReadText(value, "file");
  const fs::path path = fs::path(folder) / name;
  std::ifstream stream(path);
  std::error_code ignored;
  if (!stream || fs::is_directory(path, ignored))
    toml::Refuse(value.place, fmt::format("the file of heights {} cannot be opened.", Quote(path.string())));
  Rows rows;
  int number = 0;
  for (std::string line; ReadTableLine(stream, line, number);) {
    for (char& c : line)
      if (c == ',' || c == ';' || c == '\r') c = ' ';
    rows.emplace_back();
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      double height = 0.0;
      if (!ParseNumbers(word, {&height, 1}).empty())
        throw InputError(fmt::format("{}:{}: {} is not a height; expected numbers in m.", path.string(),
                                     number, Quote(word)));
      rows.back().push_back(height);
    }
  }
  return rows;
}

model::HeightFieldGeometry ReadHeightField(toml::TableReader& table, const std::string& folder) {
  const toml::Value* heights = table.Find("heights");
  const toml::Value* file = table.Find("file");
  if (!heights == !file)
    toml::Refuse(table.place(),
                 "a height field needs either 'heights', rows along x, or 'file', a table of them.");
  const toml::Value& given = heights ? *heights : *file;
  const Rows rows = heights ? RowsOf(given) : RowsOfFile(given, folder);
  if (rows.size() < 2 || rows[0].size() < 2)
    toml::Refuse(given.place, "a height field needs two rows of two heights at least.");
  const double spacing =
      toml::ReadPositive(table.Require("spacing", "the distance between its points"), "spacing", "m");
  model::HeightFieldGeometry field{
      spacing, spacing, static_cast<int>(rows[0].size()), static_cast<int>(rows.size()), {}};
  for (const std::vector<double>& row : rows) {
    if (row.size() != rows[0].size())
      toml::Refuse(
          given.place,
          fmt::format(
              "the rows of a height field have {} and {} heights; all rows must have the same length.",
              rows[0].size(), row.size()));
    field.heights.insert(field.heights.end(), row.begin(), row.end());
  }
  return field;
}

}  // namespace

bool ReadGround(const toml::Value* ground, const std::string& folder, const Materials& materials,
                WorldBuilder& world) {
  if (!ground) {
    world.AddGround();
    return true;
  }
  toml::TableReader table(*ground, "[ground]", kGroundKeys);
  const int kind = table.ChoiceOr("kind", {"plane", "height-field", "none"}, kPlane);
  const std::string material = materials.NameIn(table);
  if (kind == kPlane) world.AddGround(ReadSlope(table), material);
  if (kind == kHeightField) {
    geometry::CollisionShape field;
    field.shape.name = "ground";
    field.shape.X_BS = Pose::At(0, 0, table.NumberOr("height", "m", 0.0));
    field.shape.geometry = ReadHeightField(table, folder);
    field.environment = true;
    world.AddShape(field, material);
  }
  constexpr const char* kReasons[] = {"the ground is a plane", "the ground is a height field",
                                      "there is no ground"};
  table.RefuseUnused(kReasons[kind]);
  return kind == kPlane || kind == kHeightField;
}

}  // namespace slipstick::scene
