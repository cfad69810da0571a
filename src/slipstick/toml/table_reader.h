// Typed access to a table of a TOML file, by name, type and unit. Unknown and unused keys are errors.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/toml/value.h"

namespace slipstick::toml {

/// Checked conversions. `name` is the name of the value in messages, `unit` the SI unit of a number ("" for
/// none). InputError with the place if the value has the wrong type, unit or range, or is not finite.
double ReadNumber(const Value& value, const std::string& name, std::string_view unit);
double ReadPositive(const Value& value, const std::string& name, std::string_view unit);
bool ReadFlag(const Value& value, const std::string& name);
std::string ReadText(const Value& value, const std::string& name);
Eigen::Vector3d ReadVector(const Value& value, const std::string& name, std::string_view unit);
std::vector<std::string> ReadTexts(const Value& value, const std::string& name);

class TableReader {
 public:
  /// `what` is the name of the table in messages: "[ground]". InputError with the nearest name for a key that
  /// is not in `known`.
  TableReader(const Value& table, std::string what, const std::vector<std::string>& known);

  const SourcePosition& place() const { return table_.place; }
  const std::string& what() const { return what_; }

  bool Has(const char* key) const { return table_.Find(key) != nullptr; }
  /// Null if the key is missing.
  const Value* Find(const char* key);
  /// InputError with the purpose of the key if it is missing.
  const Value& Require(const char* key, const std::string& purpose);

  double NumberOr(const char* key, std::string_view unit, double fallback);
  double PositiveOr(const char* key, std::string_view unit, double fallback);
  bool FlagOr(const char* key, bool fallback);
  std::string TextOr(const char* key, const std::string& fallback);
  Eigen::Vector3d VectorOr(const char* key, std::string_view unit, const Eigen::Vector3d& fallback);
  std::vector<std::string> Texts(const char* key);

  /// The index of a text in `choices`.
  int ChoiceOr(const char* key, const std::vector<std::string>& choices, int fallback);

  /// InputError for known keys that were not read: `reason` says why, such as "a sphere does not have it".
  void RefuseUnused(const std::string& reason) const;

 private:
  const Value& table_;
  std::string what_;
  std::set<std::string, std::less<>> used_;
};

/// The tables of an array of tables, or of a single one written without the second pair of brackets.
std::vector<const Value*> ReadTables(const Value* value, const std::string& name);

}  // namespace slipstick::toml
