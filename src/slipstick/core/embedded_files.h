// The scenes, models and terrains that are compiled into the program.
#pragma once

#include <string_view>
#include <vector>

namespace slipstick {

struct EmbeddedFile {
  std::string_view path;  ///< in the source tree: "scenes/solo-trot.toml", "models/solo12.urdf"
  std::string_view text;
};
const std::vector<EmbeddedFile>& EmbeddedFiles();

}  // namespace slipstick
