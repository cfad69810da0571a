// Characters of UTF-8 texts, in which everything is written here, as numbers, which numpy stores.
#pragma once

#include <string>
#include <string_view>

namespace slipstick {

/// Bytes that are not UTF-8 become U+FFFD, the replacement character.
std::u32string FromUtf8(std::string_view text);
/// Numbers that are no character become U+FFFD.
std::string ToUtf8(std::u32string_view characters);

}  // namespace slipstick
