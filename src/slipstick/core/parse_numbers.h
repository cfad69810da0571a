// Locale-independent parsing of numbers in text files.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace slipstick {

/// Reads exactly out.size() finite numbers separated by white space. Returns an empty string, or the error as
/// the end of a sentence whose beginning names the place. The decimal separator is a point in every locale. A
/// number may have a sign and an exponent; any other characters are an error.
std::string ParseNumbers(std::string_view text, std::span<double> out);

/// Appends all numbers of the text, however many; otherwise like ParseNumbers.
std::string AppendNumbers(std::string_view text, std::vector<double>& out);

}  // namespace slipstick
