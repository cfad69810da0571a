#include "slipstick/toml/scene_edit.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

#include "slipstick/core/error.h"
#include "slipstick/core/quote.h"
#include "slipstick/toml/nesting.h"
#include "slipstick/toml/toml_reader.h"

namespace slipstick::toml {
namespace {

bool IsNumber(const std::string& text) {
  return !text.empty() && text.size() < 9 &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

/// The entry of an array that a step of the path selects. `used` tells whether the step was an index.
Value& Step(Value& array, const std::string& path, const std::string& step, bool& used,
            const SourcePosition& place) {
  used = IsNumber(step);
  if (!used && array.items.size() == 1) return array.items[0];
  if (!used)
    Refuse(place,
           fmt::format("the list before '{}' in {} has {} entries; give the index of one, counted from 0.",
                       step, Quote(path), array.items.size()));
  const size_t index = std::stoul(step);
  if (index >= array.items.size())
    Refuse(place, fmt::format("there is no entry {} in {}; the list has {} entries, counted from 0.", index,
                              Quote(path), array.items.size()));
  return array.items[index];
}

Value& FindOrAdd(Value& table, const std::string& key, const SourcePosition& place) {
  for (Entry& entry : table.entries)
    if (entry.key == key) return entry.value;
  Value empty;
  empty.place = place;
  table.entries.push_back({key, place, std::move(empty)});
  return table.entries.back().value;
}

std::vector<std::string> Split(const std::string& path) {
  std::vector<std::string> steps(1);
  for (const char c : path)
    if (c == '.')
      steps.emplace_back();
    else
      steps.back() += c;
  return steps;
}

void MoveTo(Value& value, const SourcePosition& place) {
  value.place = place;
  for (Entry& entry : value.entries) {
    entry.place = place;
    MoveTo(entry.value, place);
  }
  for (Value& item : value.items) MoveTo(item, place);
}

/// Text that is not TOML becomes a string: --set stepper=euler needs no quotes.
Value ParseValue(const std::string& text, const SourcePosition& place) {
  Value value;
  try {
    Value document = ParseToml("value = " + text, place.source);
    if (document.entries.size() == 1) value = std::move(document.entries[0].value);
  } catch (const InputError&) {
    value.kind = Value::Kind::kText;
    value.text = text;
  }
  MoveTo(value, place);
  return value;
}

}  // namespace

SceneEdit ParseEdit(const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw InputError(
        fmt::format("--set {}: expected key=value, such as --set ground.slope='10 deg'.", Quote(text)));
  const auto trimmed = [](std::string part) {
    part.erase(0, std::min(part.find_first_not_of(' '), part.size()));
    part.erase(part.find_last_not_of(' ') + 1);
    return part;
  };
  return {trimmed(text.substr(0, equals)), trimmed(text.substr(equals + 1)), "--set " + text};
}

void ApplyEdit(Value& root, const SceneEdit& edit) {
  // Shortened, since every value holds a copy.
  const SourcePosition place{Shortened(edit.origin), 0, 0};
  if (const auto names = std::count(edit.key.begin(), edit.key.end(), '.') + 1; names > kMaxDepth)
    Refuse(place, fmt::format("the key has {} names; expected at most {} with dots between them. Give the "
                              "path of one value of the scene.",
                              names, kMaxDepth));
  Value* value = &root;
  for (const std::string& step : Split(edit.key)) {
    if (step.empty())
      Refuse(place,
             fmt::format("{} has an empty name; expected names with a dot between them.", Quote(edit.key)));
    bool used = false;
    while (value->kind == Value::Kind::kArray && !used) value = &Step(*value, edit.key, step, used, place);
    if (used) continue;
    if (value->kind != Value::Kind::kTable)
      Refuse(place, fmt::format("there is no '{}' in {}: the value before it is {}; expected a table.", step,
                                Quote(edit.key), Describe(*value)));
    value = &FindOrAdd(*value, step, place);
  }
  *value = ParseValue(edit.value, place);
}

}  // namespace slipstick::toml
