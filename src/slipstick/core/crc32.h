// The checksum of zip files.
#pragma once

#include <cstdint>
#include <string_view>

namespace slipstick {

/// CRC-32 (ISO 3309, as in zip and PNG) of `bytes`, continued from `before`, the CRC of the preceding bytes.
uint32_t Crc32(std::string_view bytes, uint32_t before = 0);

}  // namespace slipstick
