// Scenes from TOML text.
#pragma once

#include <string>

#include "slipstick/scene/scene_reader.h"
#include "support/refusal.h"

namespace slipstick::support {

/// The scene of this text; messages call it s.toml. Files that it names are searched in `folder`.
inline Scene BuildText(const std::string& text, const std::string& folder = "") {
  return scene::BuildScene({"s.toml", text, folder, {}});
}

/// The message of the InputError for this text, or "accepted".
inline std::string SceneRefusal(const std::string& text) {
  return Refusal([&] { BuildText(text); });
}

}  // namespace slipstick::support
