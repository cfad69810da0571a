#include "slipstick/core/table_lines.h"

namespace slipstick {

bool ReadTableLine(std::istream& file, std::string& line, int& number) {
  while (std::getline(file, line)) {
    ++number;
    const bool is_blank = line.find_first_not_of(" \t\r") == std::string::npos;
    if (!is_blank && !line.starts_with('#')) return true;
  }
  return false;
}

}  // namespace slipstick
