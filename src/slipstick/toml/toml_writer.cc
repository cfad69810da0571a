#include "slipstick/toml/toml_writer.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

namespace slipstick::toml {
namespace {

std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      quoted += std::string("\\") + c;
    else if (c == '\n')
      quoted += "\\n";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
      quoted += fmt::format("\\u{:04X}", static_cast<int>(c));
    else
      quoted += c;
  }
  return quoted + "\"";
}

std::string Key(const std::string& key) {
  const bool bare = !key.empty() && std::all_of(key.begin(), key.end(), [](unsigned char c) {
    return c < 0x80 && (std::isalnum(c) || c == '_' || c == '-');
  });
  return bare ? key : Quoted(key);
}

std::string Inline(const Value& value) {
  std::string text;
  switch (value.kind) {
    case Value::Kind::kTable:
      for (const Entry& entry : value.entries)
        text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", Key(entry.key), Inline(entry.value));
      return "{" + text + "}";
    case Value::Kind::kArray:
      for (const Value& item : value.items) text += (text.empty() ? "" : ", ") + Inline(item);
      return "[" + text + "]";
    case Value::Kind::kText: return Quoted(value.text);
    case Value::Kind::kFlag: return value.flag ? "true" : "false";
    case Value::Kind::kDate:  // not used in scenes
    case Value::Kind::kInteger:
    case Value::Kind::kNumber: break;
  }
  return fmt::format("{}", value.number);  // the shortest text that parses to the same bits
}

std::string Lines(const Value& table) {
  std::string text;
  for (const Entry& entry : table.entries)
    text += fmt::format("{} = {}\n", Key(entry.key), Inline(entry.value));
  return text;
}

bool IsTables(const Value& value) {
  return !value.items.empty() && std::all_of(value.items.begin(), value.items.end(), [](const Value& item) {
    return item.kind == Value::Kind::kTable;
  });
}

}  // namespace

std::string WriteToml(const Value& root) {
  std::string values, tables;
  for (const auto& [key, place, value] : root.entries) {
    if (value.kind == Value::Kind::kTable)
      tables += fmt::format("\n[{}]\n{}", Key(key), Lines(value));
    else if (IsTables(value))
      for (const Value& item : value.items) tables += fmt::format("\n[[{}]]\n{}", Key(key), Lines(item));
    else
      values += fmt::format("{} = {}\n", Key(key), Inline(value));
  }
  return values + tables;
}

}  // namespace slipstick::toml
