#include "slipstick/toml/table_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "slipstick/core/quote.h"
#include "slipstick/core/suggest.h"
#include "slipstick/toml/units.h"

namespace slipstick::toml {
namespace {

[[noreturn]] void RefuseKind(const Value& value, const std::string& name, const std::string& expected) {
  Refuse(value.place, fmt::format("{} is {}; expected {}.", name, Describe(value), expected));
}

bool IsNumeric(const Value& value) {
  return value.kind == Value::Kind::kNumber || value.kind == Value::Kind::kInteger;
}

}  // namespace

double ReadNumber(const Value& value, const std::string& name, std::string_view unit) {
  if (value.kind == Value::Kind::kText) {
    double number = 0.0;
    if (const std::string wrong = ParseQuantity(value.text, unit, number); !wrong.empty())
      Refuse(value.place, fmt::format("{} is {}, {}", name, Quote(value.text), wrong));
    return number;
  }
  if (!IsNumeric(value) || !std::isfinite(value.number)) RefuseKind(value, name, ExpectedQuantity(unit));
  return value.number;
}

double ReadPositive(const Value& value, const std::string& name, std::string_view unit) {
  const double number = ReadNumber(value, name, unit);
  if (!(number > 0.0))
    Refuse(value.place,
           fmt::format("{} is {:g}{}{}; it must be above 0.", name, number, unit.empty() ? "" : " ", unit));
  return number;
}

bool ReadFlag(const Value& value, const std::string& name) {
  if (value.kind != Value::Kind::kFlag) RefuseKind(value, name, "true or false");
  return value.flag;
}

std::string ReadText(const Value& value, const std::string& name) {
  if (value.kind != Value::Kind::kText) RefuseKind(value, name, "a text in quotes");
  return value.text;
}

Eigen::Vector3d ReadVector(const Value& value, const std::string& name, std::string_view unit) {
  if (value.kind != Value::Kind::kArray || value.items.size() != 3)
    RefuseKind(value, name, "a list of three numbers: [x, y, z]");
  Eigen::Vector3d vector;
  for (int i = 0; i < 3; ++i) vector(i) = ReadNumber(value.items[i], fmt::format("{}[{}]", name, i), unit);
  return vector;
}

std::vector<std::string> ReadTexts(const Value& value, const std::string& name) {
  if (value.kind != Value::Kind::kArray) RefuseKind(value, name, "a list of texts: [\"a\", \"b\"]");
  std::vector<std::string> texts;
  for (const Value& item : value.items)
    texts.push_back(ReadText(item, fmt::format("{}[{}]", name, texts.size())));
  return texts;
}

TableReader::TableReader(const Value& table, std::string what, const std::vector<std::string>& known)
    : table_(table), what_(std::move(what)) {
  if (table.kind != Value::Kind::kTable) RefuseKind(table, what_, "a table");
  for (const Entry& entry : table.entries)
    if (std::find(known.begin(), known.end(), entry.key) == known.end())
      Refuse(entry.place,
             fmt::format("there is no key {} in {}; {}", Quote(entry.key), what_, Suggest(entry.key, known)));
}

const Value* TableReader::Find(const char* key) {
  used_.insert(key);
  return table_.Find(key);
}

const Value& TableReader::Require(const char* key, const std::string& purpose) {
  if (const Value* value = Find(key)) return *value;
  Refuse(place(), fmt::format("{} lacks '{}', {}.", what_, key, purpose));
}

double TableReader::NumberOr(const char* key, std::string_view unit, double fallback) {
  const Value* value = Find(key);
  return value ? ReadNumber(*value, key, unit) : fallback;
}

double TableReader::PositiveOr(const char* key, std::string_view unit, double fallback) {
  const Value* value = Find(key);
  return value ? ReadPositive(*value, key, unit) : fallback;
}

bool TableReader::FlagOr(const char* key, bool fallback) {
  const Value* value = Find(key);
  return value ? ReadFlag(*value, key) : fallback;
}

std::string TableReader::TextOr(const char* key, const std::string& fallback) {
  const Value* value = Find(key);
  return value ? ReadText(*value, key) : fallback;
}

Eigen::Vector3d TableReader::VectorOr(const char* key, std::string_view unit,
                                      const Eigen::Vector3d& fallback) {
  const Value* value = Find(key);
  return value ? ReadVector(*value, key, unit) : fallback;
}

std::vector<std::string> TableReader::Texts(const char* key) {
  const Value* value = Find(key);
  return value ? ReadTexts(*value, key) : std::vector<std::string>{};
}

int TableReader::ChoiceOr(const char* key, const std::vector<std::string>& choices, int fallback) {
  const Value* value = Find(key);
  if (!value) return fallback;
  const std::string word = ReadText(*value, key);
  const auto found = std::find(choices.begin(), choices.end(), word);
  if (found == choices.end())
    Refuse(value->place,
           fmt::format("there is no {} {} for {}; {}", key, Quote(word), what_, Suggest(word, choices)));
  return static_cast<int>(found - choices.begin());
}

void TableReader::RefuseUnused(const std::string& reason) const {
  for (const Entry& entry : table_.entries)
    if (!used_.contains(entry.key))
      Refuse(entry.place, fmt::format("'{}' has no meaning here: {}.", entry.key, reason));
}

std::vector<const Value*> ReadTables(const Value* value, const std::string& name) {
  if (!value) return {};
  if (value->kind == Value::Kind::kTable) return {value};
  if (value->kind != Value::Kind::kArray)
    RefuseKind(*value, name, fmt::format("one or more tables [[{}]]", name));
  std::vector<const Value*> tables;
  for (const Value& item : value->items) tables.push_back(&item);
  return tables;
}

}  // namespace slipstick::toml
