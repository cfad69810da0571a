#include "slipstick/scene/read_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "slipstick/core/quote.h"
#include "slipstick/core/suggest.h"

namespace slipstick::scene {
namespace {

/// "stepper 'expo': "; empty for an empty owner.
std::string OwnerPrefix(const std::string& owner) { return owner.empty() ? "" : owner + ": "; }

double ReadIntegerField(const toml::Value& value, const FieldInfo& field, const std::string& owner) {
  const double number = ReadNumberField(value, field, owner);
  if (number != std::floor(number))
    toml::Refuse(value.place,
                 fmt::format("{}{} = {}, must be a whole number.", OwnerPrefix(owner), field.name, number));
  return number;
}

std::string ReadChoiceField(const toml::Value& value, const FieldInfo& field, const std::string& owner) {
  // choices such as 1|2 need no quotes
  std::string word = value.kind == toml::Value::Kind::kInteger ? fmt::format("{}", value.number)
                                                               : toml::ReadText(value, field.name);
  std::vector<std::string> choices;
  std::istringstream list(field.type);
  for (std::string choice; std::getline(list, choice, '|');) choices.push_back(choice);
  if (std::find(choices.begin(), choices.end(), word) == choices.end())
    toml::Refuse(value.place, fmt::format("{}there is no {} {}; {}", OwnerPrefix(owner), field.name,
                                          Quote(word), Suggest(word, choices)));
  return word;
}

/// The text that SetFields takes.
std::string ReadField(const toml::Value& value, const FieldInfo& field, const std::string& owner) {
  if (field.type == "flag") return toml::ReadFlag(value, field.name) ? "true" : "false";
  if (field.type == "integer") return fmt::format("{}", ReadIntegerField(value, field, owner));
  if (field.type == "number") return fmt::format("{}", ReadNumberField(value, field, owner));
  if (field.type == "points") return toml::ReadText(value, field.name);
  return ReadChoiceField(value, field, owner);
}

}  // namespace

double ReadNumberField(const toml::Value& value, const FieldInfo& field, const std::string& owner) {
  const double number = toml::ReadNumber(value, field.name, field.unit == "1" ? "" : field.unit);
  if (!field.range.Contains(number))
    RefuseNumber(owner.empty() ? value.place.text() : value.place.text() + ": " + owner, field, number);
  return number;
}

FieldValues ReadFields(toml::TableReader& table, const std::vector<FieldInfo>& fields,
                       const std::string& owner) {
  FieldValues values;
  for (const FieldInfo& field : fields)
    if (const toml::Value* value = table.Find(field.name.c_str()))
      values[field.name] = ReadField(*value, field, owner);
  return values;
}

FieldValues ReadFieldTable(const toml::Value& table, const std::string& owner,
                           const std::vector<FieldInfo>& fields) {
  const std::vector<std::string> names = NamesOf(fields);
  for (const toml::Entry& entry : table.entries)
    if (std::find(names.begin(), names.end(), entry.key) == names.end())
      toml::Refuse(entry.place, fmt::format("there is no option {} among the options of {}: {}.",
                                            Quote(entry.key), owner, fmt::join(names, ", ")));
  toml::TableReader reader(table, "the options of " + owner, names);
  return ReadFields(reader, fields, owner);
}

FieldInfo FindField(const std::vector<FieldInfo>& fields, const std::string& name) {
  return *std::find_if(fields.begin(), fields.end(),
                       [&](const FieldInfo& field) { return field.name == name; });
}

FieldInfo FieldWithDefault(const std::vector<FieldInfo>& fields, const std::string& name,
                           const std::string& default_text) {
  FieldInfo found = FindField(fields, name);
  found.default_value = default_text;
  return found;
}

std::vector<std::string> NamesOf(const std::vector<FieldInfo>& fields) {
  std::vector<std::string> names;
  for (const FieldInfo& field : fields) names.push_back(field.name);
  return names;
}

}  // namespace slipstick::scene
