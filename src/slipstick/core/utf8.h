// Conversion between UTF-8, the encoding of all texts here, and UTF-32, the encoding of numpy strings.
#pragma once

#include <string>
#include <string_view>

namespace slipstick {

/// Bytes that are not UTF-8 become U+FFFD, the replacement character.
std::u32string FromUtf8(std::string_view text);
/// Invalid code points become U+FFFD.
std::string ToUtf8(std::u32string_view characters);

}  // namespace slipstick
