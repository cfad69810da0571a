// Parameters of motions and controllers: plain structs whose numbers are described once, beside them, for messages, scene
// files and every other reader.
//
//   struct SquatParameters {
//     double amplitude = 0.03;
//     static const std::vector<ParameterField<SquatParameters>>& Fields();
//   };
#pragma once

#include <string>
#include <vector>

namespace slipstick {

template <class Parameters>
struct ParameterField {
  const char* name;
  const char* unit;
  const char* meaning;
  double Parameters::*member;
  double lower, upper;  ///< both allowed
};

/// Throws InputError: "WHERE: NAME = VALUE UNIT, must be between LOWER and UPPER (MEANING)."
[[noreturn]] void RefuseParameter(const std::string& where, const char* name, double value, const char* unit,
                                  double lower, double upper, const char* meaning);

/// InputError, starting with `where`, for the first number outside its range.
template <class Parameters>
void CheckParameters(const Parameters& parameters, const std::string& where) {
  for (const auto& field : Parameters::Fields()) {
    const double value = parameters.*field.member;
    if (!(value >= field.lower && value <= field.upper))  // also if it is not a number
      RefuseParameter(where, field.name, value, field.unit, field.lower, field.upper, field.meaning);
  }
}

}  // namespace slipstick
