#include "slipstick/scene/scene_library.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "slipstick/core/embedded_files.h"
#include "slipstick/core/error.h"
#include "slipstick/core/quote.h"
#include "slipstick/core/read_file.h"
#include "slipstick/core/suggest.h"
#include "slipstick/scene/scene.h"
#include "slipstick/toml/toml_reader.h"
#include "slipstick/toml/value.h"

namespace slipstick::scene {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFolder = "scenes/", kEnding = ".toml";
constexpr std::uintmax_t kMaxBytes = 16
                                     << 20;  // of a scene file; larger ones are refused before they are read

/// "solo-trot" from "scenes/solo-trot.toml"; empty for other files.
std::string SceneName(std::string_view path) {
  if (!path.starts_with(kFolder) || !path.ends_with(kEnding)) return "";
  path.remove_prefix(kFolder.size());
  path.remove_suffix(kEnding.size());
  return std::string(path);
}

std::string ReadSceneFile(const std::string& file) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored))
    throw InputError(fmt::format("{}: is a folder, not a scene file.", file));
  if (fs::file_size(file, ignored) > kMaxBytes && !ignored)
    throw InputError(
        fmt::format("{}: is larger than {} MB, the limit for a scene file.", file, kMaxBytes >> 20));
  std::optional<std::string> text = ReadFile(file);
  if (!text) throw InputError(fmt::format("{}: cannot be opened: {}.", file, std::strerror(errno)));
  return *std::move(text);
}

bool IsFileName(const std::string& name) {
  std::error_code ignored;
  return name.ends_with(kEnding) || name.find('/') != std::string::npos || fs::is_regular_file(name, ignored);
}

}  // namespace

std::vector<SceneInfo> BuiltInScenes() {
  std::vector<SceneInfo> scenes;
  for (const EmbeddedFile& file : EmbeddedFiles())
    if (const std::string name = SceneName(file.path); !name.empty()) {
      const toml::Value root = toml::ParseToml(file.text, name);
      const toml::Value* description = root.Find("description");
      scenes.push_back({name, description ? description->text : ""});
    }
  return scenes;
}

SceneSource FindScene(const std::string& name_or_file) {
  std::vector<std::string> known;
  for (const EmbeddedFile& file : EmbeddedFiles())
    if (const std::string name = SceneName(file.path); !name.empty()) {
      if (name == name_or_file) return {name, std::string(file.text), "", {}};
      known.push_back(name);
    }
  if (!IsFileName(name_or_file))
    throw InputError(
        fmt::format("there is no scene {}; {} See 'slipstick list scenes'. A file ends in .toml.",
                    Quote(name_or_file), Suggest(name_or_file, known)));
  const std::string folder = fs::path(name_or_file).parent_path().string();
  return {name_or_file, ReadSceneFile(name_or_file), folder.empty() ? "." : folder, {}};
}

}  // namespace slipstick::scene
