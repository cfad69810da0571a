#include "slipstick/measure/variation.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "slipstick/core/error.h"
#include "slipstick/core/text_list.h"
#include "slipstick/toml/scene_edit.h"
#include "slipstick/toml/toml_reader.h"
#include "slipstick/toml/units.h"

namespace slipstick::measure {
namespace {

using Point = Variation::Point;

constexpr int kMaxPoints = 1000;

[[noreturn]] void RejectVariation(const std::string& text, const std::string& reason) {
  throw InputError(
      fmt::format("--vary {}: {} Expected key=a,b,c, or key=a..b:n for n values from a to b in equal ratios.",
                  text, reason));
}

/// Name of a value in messages.
std::string Origin(const std::string& key, const std::string& value) {
  return fmt::format("--vary {}={}", key, value);
}

double NumberIn(const std::string& text, const std::string& unit, const std::string& what) {
  double value = 0.0;
  const std::string problem = toml::ParseQuantity(text, unit, value);
  if (problem.empty() && std::isfinite(value)) return value;
  throw InputError(fmt::format("--vary {}: '{}' {}", what, text,
                               problem.empty() ? "is not finite." : "is a value " + problem));
}

/// "1e3..1e8:11" as eleven values; empty if it is not a range.
std::vector<std::string> RangeValues(const std::string& list, const std::string& text) {
  const size_t dots = list.find(".."), colon = list.find(':');
  if (dots == std::string::npos || list.find(',') != std::string::npos) return {};
  if (colon == std::string::npos || colon < dots)
    RejectVariation(text, "a range needs the number of values.");
  double from = 0.0, to = 0.0, count = 0.0;
  const bool ok = toml::ParseQuantity(list.substr(0, dots), "", from).empty() &&
                  toml::ParseQuantity(list.substr(dots + 2, colon - dots - 2), "", to).empty() &&
                  toml::ParseQuantity(list.substr(colon + 1), "", count).empty();
  if (!ok || !(from > 0.0) || !(to > 0.0) || !(count >= 2.0 && count <= kMaxPoints) ||
      count != std::floor(count))
    RejectVariation(
        text, fmt::format("'{}' is not a range: a and b must be plain numbers > 0, n from 2 to {}.", list,
                          kMaxPoints));
  std::vector<std::string> values;
  for (int i = 0; i < static_cast<int>(count); ++i) {
    const double value = from * std::pow(to / from, i / (count - 1.0));
    values.push_back(fmt::format("{:.6g}", value));
  }
  return values;
}

struct MaterialStiffness {
  std::string name;
  double stiffness;
};

/// Those of the scene, including "default".
std::vector<MaterialStiffness> MaterialsOf(const scene::SceneSource& scene) {
  toml::Value root = toml::ParseToml(scene.text, scene.name);
  for (const SceneEdit& edit : scene.edits) toml::ApplyEdit(root, edit);
  std::vector<MaterialStiffness> materials = {{"default", ContactMaterial{}.stiffness}};
  const toml::Value* tables = root.Find("materials");
  if (!tables) return materials;
  for (const toml::Entry& entry : tables->entries) {
    if (entry.key != "default") materials.push_back({entry.key, materials.front().stiffness});
    MaterialStiffness& material = entry.key == "default" ? materials.front() : materials.back();
    const toml::Value* stiffness = entry.value.Find("stiffness");
    if (!stiffness) continue;
    material.stiffness = stiffness->number;
    if (stiffness->kind == toml::Value::Kind::kText)
      toml::ParseQuantity(stiffness->text, "N/m", material.stiffness);
  }
  return materials;
}

SceneEdit MaterialEdit(const std::string& material, const std::string& field, double value,
                       const std::string& origin) {
  return {fmt::format("materials.{}.{}", material, field), fmt::format("{}", value), origin};
}

/// A short key and its edits of a scene.
struct ShortKey {
  VariationKey info;
  std::string unit;
  std::function<void(const scene::SceneSource&, std::optional<double> ratio, Point&)> apply;
};

void ApplyStiffness(const scene::SceneSource& scene, std::optional<double> ratio, Point& point) {
  point.edits = MaterialEdits(scene, "stiffness", point.place, Origin("stiffness", point.value));
  if (!ratio) return;
  for (SceneEdit& edit : MaterialEdits(scene, "damping", DampingFor(*ratio, point.place), "--damping-ratio"))
    point.edits.push_back(std::move(edit));
}

void ApplyDampingRatio(const scene::SceneSource& scene, std::optional<double>, Point& point) {
  for (const MaterialStiffness& material : MaterialsOf(scene))
    point.edits.push_back(MaterialEdit(material.name, "damping", DampingFor(point.place, material.stiffness),
                                       Origin("damping_ratio", point.value)));
}

const std::vector<ShortKey>& ShortKeys() {
  const auto of_all_materials = [](const char* field) {
    return [field](const scene::SceneSource& scene, std::optional<double>, Point& point) {
      point.edits = MaterialEdits(scene, field, point.place, Origin(field, point.value));
    };
  };
  static const std::vector<ShortKey> keys = {
      {{"dt", "the time step"},
       "s",
       [](const scene::SceneSource&, std::optional<double>, Point& point) { point.dt = point.place; }},
      {{"stiffness", "of all materials, N/m; damping follows if --damping-ratio is given"},
       "N/m",
       ApplyStiffness},
      {{"damping", "of all materials, N s/m"}, "N s/m", of_all_materials("damping")},
      {{"damping_ratio", "of all materials, at their stiffness: damping = ratio * 2 sqrt(stiffness)"},
       "",
       ApplyDampingRatio},
      {{"friction", "of all materials"}, "", of_all_materials("friction")},
  };
  return keys;
}

/// The number at the beginning of a text such as "10 deg"; false if there is none.
bool LeadingNumber(const std::string& text, double& value) {
  char* end = nullptr;
  value = std::strtod(text.c_str(), &end);
  return end != text.c_str() && std::isfinite(value);
}

void PlaceSceneKey(const std::vector<std::string>& values, Variation& variation) {
  bool are_numbers = true;
  for (const std::string& value : values) {
    Point point{value, 0.0, {{variation.key, value, Origin(variation.key, value)}}, {}};
    are_numbers = LeadingNumber(value, point.place) && are_numbers;
    variation.points.push_back(std::move(point));
  }
  if (are_numbers) return;
  for (size_t i = 0; i < variation.points.size(); ++i) variation.points[i].place = static_cast<double>(i + 1);
}

/// Compares numbers by value, not by text.
void RejectDuplicates(const std::vector<Point>& points, bool are_numbers, const std::string& text) {
  const auto is_same = [&](const Point& a, const Point& b) {
    return are_numbers ? a.place == b.place : a.value == b.value;
  };
  for (size_t i = 0; i < points.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (is_same(points[i], points[j]))
        throw InputError(fmt::format("--vary {}: '{}' and '{}' are the same value; leave one out.", text,
                                     points[j].value, points[i].value));
}

/// Values over more than a decade are drawn on a logarithmic axis.
bool SpansADecade(const std::vector<Point>& points) {
  double low = points.front().place, high = low;
  for (const Point& point : points) low = std::min(low, point.place), high = std::max(high, point.place);
  return low > 0.0 && high > 10.0 * low;
}

}  // namespace

double DampingFor(double ratio, double stiffness) { return ratio * 2.0 * std::sqrt(stiffness); }

std::vector<SceneEdit> MaterialEdits(const scene::SceneSource& scene, const std::string& field, double value,
                                     const std::string& origin) {
  std::vector<SceneEdit> edits;
  for (const MaterialStiffness& material : MaterialsOf(scene))
    edits.push_back(MaterialEdit(material.name, field, value, origin));
  return edits;
}

std::vector<VariationKey> VariationKeys() {
  std::vector<VariationKey> keys;
  for (const ShortKey& key : ShortKeys()) keys.push_back(key.info);
  return keys;
}

Variation ParseVariation(const std::string& text, const scene::SceneSource& scene,
                         std::optional<double> damping_ratio) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) RejectVariation(text, "it has no 'key='.");
  Variation variation{text.substr(0, equals), {}, false};
  const std::string list = text.substr(equals + 1);
  std::vector<std::string> values = RangeValues(list, text);
  if (values.empty()) values = SplitList(list);
  if (std::find(values.begin(), values.end(), "") != values.end()) RejectVariation(text, "a value is empty.");

  const auto is_key = [&](const ShortKey& key) { return key.info.name == variation.key; };
  const auto& keys = ShortKeys();
  const auto key = std::find_if(keys.begin(), keys.end(), is_key);
  if (damping_ratio && variation.key != "stiffness")
    throw InputError(
        "--damping-ratio goes with --vary stiffness=...; to vary it, use --vary damping_ratio=...");
  if (key == keys.end()) {
    PlaceSceneKey(values, variation);
  } else {
    for (const std::string& value : values) {
      Point point{value, NumberIn(value, key->unit, text), {}, {}};
      key->apply(scene, damping_ratio, point);
      variation.points.push_back(std::move(point));
    }
  }
  RejectDuplicates(variation.points, key != keys.end(), text);
  variation.logarithmic = SpansADecade(variation.points);
  return variation;
}

}  // namespace slipstick::measure
