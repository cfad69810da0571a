#include "slipstick/toml/value.h"

#include <fmt/core.h>

#include "slipstick/core/error.h"
#include "slipstick/core/quote.h"

namespace slipstick::toml {

std::string SourcePosition::text() const {
  return line > 0 ? fmt::format("{}:{}:{}", source, line, column) : source;
}

void Refuse(const SourcePosition& place, const std::string& reason) {
  throw InputError(place.text() + ": " + reason);
}

const Value* Value::Find(std::string_view key) const {
  for (const Entry& entry : entries)
    if (entry.key == key) return &entry.value;
  return nullptr;
}

std::string Describe(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kTable: return "a table";
    case Value::Kind::kArray: return fmt::format("a list of {}", value.items.size());
    case Value::Kind::kText: return "the text " + Quote(value.text);
    case Value::Kind::kFlag: return value.flag ? "true" : "false";
    case Value::Kind::kDate: return "a date or time of day";
    case Value::Kind::kInteger:
    case Value::Kind::kNumber: break;
  }
  return fmt::format("the number {:g}", value.number);
}

}  // namespace slipstick::toml
