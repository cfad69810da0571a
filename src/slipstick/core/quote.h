// Quoted user text in messages.
#pragma once

#include <string>
#include <string_view>

namespace slipstick {

/// The text, or its beginning and "..." if it is long.
std::string Shortened(std::string_view text);

/// The text in quotes: shortened if long, control characters (terminal escapes too) replaced by '?'.
std::string Quote(std::string_view text);

}  // namespace slipstick
