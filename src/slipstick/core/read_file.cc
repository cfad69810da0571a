#include "slipstick/core/read_file.h"

#include <fstream>
#include <vector>

namespace slipstick {

std::optional<std::string> ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string bytes;
  std::vector<char> block(1 << 16);
  do {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    bytes.append(block.data(), static_cast<size_t>(file.gcount()));
  } while (file);
  if (file.bad()) return std::nullopt;
  return bytes;
}

}  // namespace slipstick
