// Comma-separated lists on the command line.
#pragma once

#include <string>
#include <vector>

namespace slipstick {

/// The entries without surrounding blanks; an empty text has one empty entry.
inline std::vector<std::string> SplitList(const std::string& text) {
  std::vector<std::string> entries;
  size_t begin = 0;
  while (true) {
    const size_t end = text.find(',', begin);
    std::string entry = text.substr(begin, end == std::string::npos ? end : end - begin);
    entry.erase(0, entry.find_first_not_of(' '));
    entry.erase(entry.find_last_not_of(' ') + 1);
    entries.push_back(entry);
    if (end == std::string::npos) return entries;
    begin = end + 1;
  }
}

}  // namespace slipstick
