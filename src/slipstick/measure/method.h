// A stepper with its options: one of those that are compared. As text: "rk4",
// "implicit-euler:tolerance=1e-9,max_iterations=5", or with a name of its own,
// "sloppy@implicit-euler:tolerance=0.1".
#pragma once

#include <string>
#include <vector>

#include "slipstick/core/fields.h"

namespace slipstick::measure {

struct Method {
  std::string stepper;
  FieldValues options = {};
  std::string label = {};   ///< how tables and pictures call it; empty: its text
  std::string origin = {};  ///< where it was given, for messages: "--steppers"

  std::string text() const;  ///< parses to the same method, without its label
  std::string name() const { return label.empty() ? text() : label; }
};

/// Methods with commas between them: "euler,implicit-euler:tolerance=1e-9,max_iterations=5,rk4" are three. An
/// entry of the form key=value goes on with the options of the method before it; every other one begins a
/// method. InputError, starting with `where`, for what is malformed or not registered; values of options are
/// checked when a stepper is made.
std::vector<Method> ParseMethods(const std::string& text, const std::string& where);

/// InputError, starting with `where`, if two have the same name: tables and pictures could not tell them
/// apart.
void CheckNames(const std::vector<Method>& methods, const std::string& where);

/// Exactly one.
Method ParseMethod(const std::string& text, const std::string& where);

}  // namespace slipstick::measure
