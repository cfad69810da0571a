// Parameters of motions and controllers: plain structs whose numbers are described once, beside them, for
// messages, scene files and every other reader.
//
//   struct SquatParameters {
//     double amplitude = 0.03;
//     static const std::vector<ParameterField<SquatParameters>>& Fields();
//   };
#pragma once

#include <map>
#include <string>
#include <vector>

namespace slipstick::control {

template <class Parameters>
struct ParameterField {
  const char* name;
  const char* unit;
  const char* meaning;
  double Parameters::*member;
  double lower, upper;  ///< both allowed
};

/// One of them as a list shows it.
struct ParameterInfo {
  std::string name, unit, meaning;
  double default_value, lower, upper;
};

/// Numbers by name, as they come from a scene file.
using ParameterValues = std::map<std::string, double>;

/// All numbers of a struct, with their values as defaults.
template <class Parameters>
std::vector<ParameterInfo> DescribeParameters(const Parameters& defaults = {});

/// Sets the named ones. InputError, starting with `where`, for a name that there is not (with the nearest
/// ones) and for a number outside its range.
template <class Parameters>
void SetParameters(const ParameterValues& values, const std::string& where, Parameters& parameters);

/// InputError, starting with `where`, for the first number outside its range.
template <class Parameters>
void CheckParameters(const Parameters& parameters, const std::string& where);

// --- how
// ------------------------------------------------------------------------------------------------------------

/// "WHERE: NAME = VALUE UNIT, must be between LOWER and UPPER (MEANING)."
[[noreturn]] void RefuseParameter(const std::string& where, const ParameterInfo& info, double value);
/// "WHERE: there is no parameter 'NAME'; did you mean ...?"
[[noreturn]] void RefuseUnknown(const std::string& where, const std::string& name,
                                const std::vector<ParameterInfo>& known);

template <class Parameters>
std::vector<ParameterInfo> DescribeParameters(const Parameters& defaults) {
  std::vector<ParameterInfo> list;
  for (const auto& field : Parameters::Fields())
    list.push_back({field.name, field.unit, field.meaning, defaults.*field.member, field.lower, field.upper});
  return list;
}

template <class Parameters>
void CheckParameters(const Parameters& parameters, const std::string& where) {
  for (const ParameterInfo& info : DescribeParameters(parameters))
    if (!(info.default_value >= info.lower &&
          info.default_value <= info.upper))  // also if it is not a number
      RefuseParameter(where, info, info.default_value);
}

template <class Parameters>
void SetParameters(const ParameterValues& values, const std::string& where, Parameters& parameters) {
  for (const auto& [name, value] : values) {
    bool known = false;
    for (const auto& field : Parameters::Fields())
      if (name == field.name) parameters.*field.member = value, known = true;
    if (!known) RefuseUnknown(where, name, DescribeParameters(parameters));
  }
  CheckParameters(parameters, where);
}

}  // namespace slipstick::control
