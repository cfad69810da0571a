// Reading a whole file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace slipstick {

/// The bytes of a file; nullopt if it cannot be opened or read, with the reason in errno.
std::optional<std::string> ReadFile(const std::filesystem::path& path);

}  // namespace slipstick
