// Lines of a text file that holds a table of numbers.
#pragma once

#include <istream>
#include <string>

namespace slipstick {

/// Reads the next line that is neither blank nor a comment, which begins with '#'. False at the end of the
/// file. `number` counts all lines: 0 before the first call, then that of `line`, from 1.
bool ReadTableLine(std::istream& file, std::string& line, int& number);

}  // namespace slipstick
