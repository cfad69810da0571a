#include "slipstick/core/crc32.h"

#include <array>
#include <cstring>

namespace slipstick {
namespace {

// Eight tables let eight bytes be looked up at once: about five times as fast as byte by byte, and recordings
// are large.
constexpr int kStride = 8;
using Tables = std::array<std::array<uint32_t, 256>, kStride>;

constexpr Tables MakeTables() {
  constexpr uint32_t kPolynomial = 0xEDB88320u;
  Tables tables{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc & 1 ? kPolynomial : 0);
    tables[0][byte] = crc;
  }
  for (int k = 1; k < kStride; ++k)
    for (int byte = 0; byte < 256; ++byte)
      tables[k][byte] = (tables[k - 1][byte] >> 8) ^ tables[0][tables[k - 1][byte] & 0xFF];
  return tables;
}

constexpr Tables kTables = MakeTables();

}  // namespace

uint32_t Crc32(std::string_view bytes, uint32_t before) {
  uint32_t crc = ~before;
  for (; bytes.size() >= kStride; bytes.remove_prefix(kStride)) {
    uint64_t word;
    std::memcpy(&word, bytes.data(), kStride);  // little-endian, as everything in a zip file
    word ^= crc;
    crc = 0;
    for (int k = 0; k < kStride; ++k) crc ^= kTables[kStride - 1 - k][(word >> (8 * k)) & 0xFF];
  }
  for (const char c : bytes) crc = (crc >> 8) ^ kTables[0][(crc ^ static_cast<unsigned char>(c)) & 0xFF];
  return ~crc;
}

}  // namespace slipstick
