// Numbers with units, as people write them: "2 ms", "10 deg", "1e5 N/m".
#pragma once

#include <string>
#include <string_view>

namespace slipstick::toml {

/// The value in SI units of a number that may carry a unit; a bare number is in `unit`, which is an SI unit
/// such as "s", "N s/m" or "" for a plain number. Returns what is wrong with the text, as the end of a
/// sentence that began with what it is for ("dt is '2 mm', ..."), or an empty string.
std::string ParseQuantity(std::string_view text, std::string_view unit, double& value);

/// "a time: a number in s, or a text such as '1 ms'": what may stand where such a quantity is expected.
std::string ExpectedQuantity(std::string_view unit);

/// A time from the command line, s: "2ms", "0.5 s", "40us", "3". InputError, starting with `where`.
double ParseTime(const std::string& text, const std::string& where);

}  // namespace slipstick::toml
