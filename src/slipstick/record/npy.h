// The header of a .npy array, in front of its numbers (numpy.lib.format, versions 1 to 3).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace slipstick::record {

struct NpyHeader {
  /// Numpy's name: "<f8", "<i8", "<i4", "<u8", "|u1", or "<U12" for texts of 12 characters.
  std::string type;
  std::vector<uint64_t> shape;  ///< empty for a single value
  bool fortran_order = false;   ///< columns first

  uint64_t item_size = 0;  ///< bytes; 0 for other types
};

/// As Python writes it: "(3,)", "(100, 3)".
std::string ShapeText(const std::vector<uint64_t>& shape);

/// Magic, version, length and dictionary, padded so that the numbers after it are aligned.
std::string MakeNpyHeader(const std::string& type, const std::vector<uint64_t>& shape);

/// The magic, the version and the length field take at most this.
inline constexpr uint64_t kNpyPreamble = 12;
/// The longest header that is accepted. Numpy's own limit is 10 000.
inline constexpr uint64_t kLongestNpyHeader = 1 << 16;

/// Position and length of the dictionary.
struct NpyDictionary {
  uint64_t begin = 0, size = 0;
};
/// From the first bytes of an array, kNpyPreamble or all if there are fewer. InputError, starting with
/// `where`.
NpyDictionary ParseNpyPreamble(std::string_view bytes, const std::string& where);
/// InputError, starting with `where`, for anything that is not such a dictionary.
NpyHeader ParseNpyDictionary(std::string_view text, const std::string& where);

/// Bytes of all items; false if that overflows 64 bits.
bool TotalSize(const NpyHeader& header, uint64_t& bytes);

}  // namespace slipstick::record
