// A limit of the depth of TOML text, checked before functions that call themselves at every level see it.
#pragma once

#include <string>
#include <string_view>

namespace slipstick::toml {

/// Levels of tables, dotted keys and lists. Scenes need about five; the stack suffices for some 10 000.
inline constexpr int kMaxDepth = 256;

/// InputError with the place of the first name or list that is deeper. Accepts text that is not TOML: the
/// parser reports it, and reads nothing after the first error.
void CheckDepth(std::string_view text, const std::string& source);

}  // namespace slipstick::toml
