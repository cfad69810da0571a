// A hash for comparing texts.
#pragma once

#include <string>
#include <string_view>

namespace slipstick {

/// 128 bits as 32 hexadecimal digits. Safe against accidental collisions, not against attackers.
std::string Digest(std::string_view text);

}  // namespace slipstick
