// Numbers with units: "2 ms", "10 deg", "1e5 N/m".
#pragma once

#include <string>
#include <string_view>

namespace slipstick::toml {

/// The value in SI units of a number that may carry a unit; a bare number is in `unit`, which is an SI unit
/// such as "s", "N s/m" or "" for a plain number. Returns an empty string, or the error as the end of a
/// sentence that begins with the name of the quantity ("dt is '2 mm', ...").
std::string ParseQuantity(std::string_view text, std::string_view unit, double& value);

/// "a time: a number in s, or a text such as '1 ms'": the accepted forms of such a quantity.
std::string ExpectedQuantity(std::string_view unit);

/// A time from the command line, s: "2ms", "0.5 s", "40us", "3". InputError, starting with `where`.
double ParseTime(const std::string& text, const std::string& where);

}  // namespace slipstick::toml
