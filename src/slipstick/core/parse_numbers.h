// Numbers written by people, read the same way on every machine.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace slipstick {

/// Reads exactly out.size() finite numbers separated by white space. Returns what is wrong with the text, as
/// the end of a sentence that begins with where it stands, or an empty string. The decimal point is a point
/// whatever the locale says; a number may carry a sign and an exponent, nothing else may be left over.
std::string ParseNumbers(std::string_view text, std::span<double> out);

/// The text in quotes for a message: shortened if long, control characters (terminal escapes too) made
/// visible as '?'.
std::string Quote(std::string_view text);

}  // namespace slipstick
