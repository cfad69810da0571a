#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "slipstick/core/quote.h"
#include "slipstick/core/suggest.h"
#include "slipstick/scene/scene_parts.h"

namespace slipstick::scene {
namespace {

std::string Choice(const toml::Value& value, const OptionInfo& option) {
  // choices such as 1|2 need no quotes
  const std::string word = value.kind == toml::Value::Kind::kInteger ? fmt::format("{}", value.number)
                                                                     : toml::ReadText(value, option.name);
  std::vector<std::string> choices;
  std::istringstream list(option.type);
  for (std::string choice; std::getline(list, choice, '|');) choices.push_back(choice);
  if (std::find(choices.begin(), choices.end(), word) == choices.end())
    toml::Refuse(value.place,
                 fmt::format("there is no {} {}; {}", option.name, Quote(word), Suggest(word, choices)));
  return word;
}

std::string OptionText(const toml::Value& value, const OptionInfo& option) {
  if (option.type == "flag") return toml::ReadFlag(value, option.name) ? "true" : "false";
  if (option.type == "integer") return fmt::format("{}", toml::ReadNumber(value, option.name, ""));
  if (option.type == "number")
    return fmt::format("{}", toml::ReadNumber(value, option.name, option.unit == "1" ? "" : option.unit));
  if (option.type == "points") return toml::ReadText(value, option.name);
  return Choice(value, option);
}

}  // namespace

OptionValues ReadOptions(const toml::Value& table, const std::string& what,
                         const std::vector<OptionInfo>& known) {
  std::vector<std::string> names;
  for (const OptionInfo& option : known) names.push_back(option.name);
  for (const toml::Entry& entry : table.entries)
    if (std::find(names.begin(), names.end(), entry.key) == names.end())
      toml::Refuse(entry.place, fmt::format("there is no option {} among {}: {}.", Quote(entry.key), what,
                                            fmt::join(names, ", ")));
  toml::TableReader reader(table, what, names);
  OptionValues values;
  for (const OptionInfo& option : known)
    if (const toml::Value* value = reader.Find(option.name.c_str()))
      values[option.name] = OptionText(*value, option);
  return values;
}

}  // namespace slipstick::scene
