// TOML text to a tree of values.
#pragma once

#include <string>
#include <string_view>

#include "slipstick/toml/value.h"

namespace slipstick::toml {

/// `source` is the name of the file in messages. InputError if the text is not TOML, or too deep
/// (nesting.h).
Value ParseToml(std::string_view text, const std::string& source);

}  // namespace slipstick::toml
