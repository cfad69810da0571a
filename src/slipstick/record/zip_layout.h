// The zip format (PKWARE's APPNOTE 6.3, sections 4.3 to 4.5), for its writer and its reader.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace slipstick::record {

struct ZipEntry {
  std::string name;
  uint64_t offset = 0;  ///< of its local header in the file
  uint64_t size = 0;    ///< bytes
  uint32_t crc = 0;
};

/// Sizes and offsets up to this fit into the original form of zip; beyond, the fields of zip64 are used.
inline constexpr uint64_t kZip32Limit = 0xFFFFFFFEu;

namespace zip_layout {

inline constexpr uint32_t kLocalMagic = 0x04034b50, kDirectoryMagic = 0x02014b50, kEndMagic = 0x06054b50;
inline constexpr uint32_t kZip64EndMagic = 0x06064b50, kZip64LocatorMagic = 0x07064b50;
inline constexpr uint64_t kLocalSize = 30, kDirectoryRowSize = 46, kEndSize = 22;  // without names and extras
inline constexpr uint64_t kZip64EndSize = 56, kZip64LocatorSize = 20;
inline constexpr uint64_t kLongestComment = 0xFFFF;  // may follow the end record

inline constexpr uint32_t kInZip64 = 0xFFFFFFFF;  // in place of a size or an offset
inline constexpr uint16_t kZip64Tag = 0x0001;     // of the extra field that holds it then
inline constexpr uint16_t kVersion = 20, kVersionZip64 = 45;
inline constexpr uint16_t kStored = 0;
inline constexpr uint16_t kEncrypted = 0x0001;  // flag
// 1 January 1980, so that equal content gives equal files.
inline constexpr uint16_t kTime = 0, kDate = (1 << 5) | 1;

template <class T>
std::string Bytes(T value) {
  std::string bytes(sizeof value, '\0');
  for (size_t i = 0; i < sizeof value; ++i) bytes[i] = static_cast<char>((value >> (8 * i)) & 0xFF);
  return bytes;
}
inline std::string Bytes16(uint16_t value) { return Bytes(value); }
inline std::string Bytes32(uint32_t value) { return Bytes(value); }
inline std::string Bytes64(uint64_t value) { return Bytes(value); }

/// The number at an offset; the caller has checked the bounds.
template <class T>
T NumberAt(std::string_view bytes, size_t at) {
  T value = 0;
  for (size_t i = 0; i < sizeof value; ++i)
    value = static_cast<T>(value | static_cast<T>(static_cast<unsigned char>(bytes[at + i])) << (8 * i));
  return value;
}

}  // namespace zip_layout
}  // namespace slipstick::record
