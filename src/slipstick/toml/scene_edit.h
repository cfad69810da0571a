// Changes to a scene before it is interpreted, such as those that --set makes on the command line.
#pragma once

#include <string>

#include "slipstick/names.h"
#include "slipstick/toml/value.h"

namespace slipstick::toml {

struct SceneEdit {
  std::string key;     ///< a path such as "robots.0.position"
  std::string value;   ///< TOML; anything that is not TOML is taken as text, so that quotes may be left out
  std::string origin;  ///< its name in messages: "--dt 2ms"
};

/// From "key=value", the argument of --set.
SceneEdit ParseEdit(const std::string& text);

/// Adds missing tables along the path. Entries of arrays are numbered from 0; the number may be left out for
/// an array with one entry.
void ApplyEdit(Value& root, const SceneEdit& edit);

}  // namespace slipstick::toml
