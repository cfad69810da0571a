// Described fields (core/fields.h) from tables of a scene file: options of steppers, parameters of
// controllers and of wrench spaces.
#pragma once

#include <string>
#include <vector>

#include "slipstick/core/fields.h"
#include "slipstick/toml/table_reader.h"

namespace slipstick::scene {

/// A number, which may carry a unit. InputError at its place if it is out of range. Messages name the owner
/// of the field, "stepper 'expo'", unless it is empty.
double ReadNumberField(const toml::Value& value, const FieldInfo& field, const std::string& owner = "");

/// The values of those fields that the table has. InputError at the place of a value of the wrong type or out
/// of range.
FieldValues ReadFields(toml::TableReader& table, const std::vector<FieldInfo>& fields,
                       const std::string& owner = "");

/// Sets those fields that the table has.
template <HasFields Fields>
void ReadFields(toml::TableReader& table, Fields& fields) {
  SetFields(ReadFields(table, DescribeFields(fields)), table.what(), fields);
}

/// The values of a table that has nothing but these fields.
FieldValues ReadFieldTable(const toml::Value& table, const std::string& owner,
                           const std::vector<FieldInfo>& fields);

/// The field of this name, which must exist.
FieldInfo FindField(const std::vector<FieldInfo>& fields, const std::string& name);
/// The same with another text as its default.
FieldInfo FieldWithDefault(const std::vector<FieldInfo>& fields, const std::string& name,
                           const std::string& default_text);

std::vector<std::string> NamesOf(const std::vector<FieldInfo>& fields);

}  // namespace slipstick::scene
