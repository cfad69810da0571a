// A stepper with its options. As text: "rk4", "implicit-euler:tolerance=1e-9,max_iterations=5", or with a
// label, "sloppy@implicit-euler:tolerance=0.1".
#pragma once

#include <string>
#include <vector>

#include "slipstick/core/fields.h"

namespace slipstick::measure {

struct Method {
  std::string stepper;
  FieldValues options = {};
  std::string label = {};   ///< name in tables and figures; empty: its text
  std::string origin = {};  ///< where it was given, for messages: "--steppers"

  std::string text() const;  ///< parses to the same method, without its label
  std::string name() const { return label.empty() ? text() : label; }
};

/// Methods separated by commas: "euler,implicit-euler:tolerance=1e-9,max_iterations=5,rk4" are three. An
/// entry key=value is an option of the method before it; every other entry begins a method. InputError,
/// starting with `where`, for malformed or unknown methods; option values are checked when a stepper is
/// created.
std::vector<Method> ParseMethods(const std::string& text, const std::string& where);

/// InputError, starting with `where`, if two methods have the same name.
void CheckNames(const std::vector<Method>& methods, const std::string& where);

/// Exactly one.
Method ParseMethod(const std::string& text, const std::string& where);

}  // namespace slipstick::measure
