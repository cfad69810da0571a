// A tree of values back to TOML text, so that a recording can keep its scene.
#pragma once

#include <string>

#include "slipstick/toml/value.h"

namespace slipstick::toml {

/// A table as TOML that parses to the same values.
std::string WriteToml(const Value& root);

}  // namespace slipstick::toml
