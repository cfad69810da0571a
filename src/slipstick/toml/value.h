// A TOML file as a tree of values with their source positions, which error messages report.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace slipstick::toml {

/// Source position: a place in a file, or an edit on the command line, which has no lines.
struct SourcePosition {
  std::string source;
  int line = 0, column = 0;

  std::string text() const;  ///< "slope.toml:3:7", or the source alone
};

/// Throws InputError("place: reason").
[[noreturn]] void Refuse(const SourcePosition& place, const std::string& reason);

struct Entry;

struct Value {
  enum class Kind { kTable, kArray, kText, kInteger, kNumber, kFlag, kDate };

  Kind kind = Kind::kTable;
  SourcePosition place;
  std::string text;     ///< of a text
  double number = 0.0;  ///< of a number or an integer
  bool flag = false;
  std::vector<Entry> entries;  ///< of a table, in the order of the file
  std::vector<Value> items;    ///< of an array

  const Value* Find(std::string_view key) const;  ///< null if the key is missing
};

struct Entry {
  std::string key;
  SourcePosition place;  ///< of the key
  Value value;
};

/// "a table", "the text 'abc'", "the number 2": the value as messages describe it.
std::string Describe(const Value& value);

}  // namespace slipstick::toml
