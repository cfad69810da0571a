// The only file that includes the TOML library.
#define TOML_EXCEPTIONS 1
#define TOML_UNRELEASED_FEATURES 0
#include "slipstick/toml/toml_reader.h"

#include <fmt/core.h>
#include <toml++/toml.h>

#include <algorithm>

#include "slipstick/core/error.h"
#include "slipstick/toml/nesting.h"

namespace slipstick::toml {
namespace {

SourcePosition PlaceOf(const ::toml::source_region& region, const std::string& source) {
  return {source, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

Value Convert(const ::toml::node& node, const std::string& source);

void ConvertTable(const ::toml::table& table, const std::string& source, Value& value) {
  for (const auto& [key, child] : table)
    value.entries.push_back({std::string(key.str()), PlaceOf(key.source(), source), Convert(child, source)});
  // The library sorts by name; restore the order of the file.
  std::stable_sort(value.entries.begin(), value.entries.end(), [](const Entry& a, const Entry& b) {
    return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
  });
}

Value Convert(const ::toml::node& node, const std::string& source) {
  using Kind = Value::Kind;
  Value value;
  value.place = PlaceOf(node.source(), source);
  if (const ::toml::table* table = node.as_table()) {
    ConvertTable(*table, source, value);
  } else if (const ::toml::array* array = node.as_array()) {
    value.kind = Kind::kArray;
    for (const ::toml::node& item : *array) value.items.push_back(Convert(item, source));
  } else if (const auto* text = node.as_string()) {
    value.kind = Kind::kText;
    value.text = text->get();
  } else if (const auto* integer = node.as_integer()) {
    value.kind = Kind::kInteger;
    value.number = static_cast<double>(integer->get());
  } else if (const auto* number = node.as_floating_point()) {
    value.kind = Kind::kNumber;
    value.number = number->get();
  } else if (const auto* flag = node.as_boolean()) {
    value.kind = Kind::kFlag;
    value.flag = flag->get();
  } else {
    value.kind = Kind::kDate;
  }
  return value;
}

}  // namespace

Value ParseToml(std::string_view text, const std::string& source) {
  CheckDepth(text, source);
  try {
    return Convert(::toml::parse(text, source), source);
  } catch (const ::toml::parse_error& error) {
    throw InputError(
        fmt::format("{}: not TOML: {}.", PlaceOf(error.source(), source).text(), error.description()));
  }
}

}  // namespace slipstick::toml
