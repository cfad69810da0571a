#include "slipstick/model/urdf/package_path.h"

#include <fmt/core.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "slipstick/core/quote.h"

namespace slipstick::model {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> SplitAtColons(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find(':'), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

bool IsFile(const fs::path& path) {
  std::error_code ignored;  // unreadable or overlong paths count as missing
  return fs::is_regular_file(path, ignored);
}

bool IsFolder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

fs::path Absolute(const std::string& path) {
  std::error_code failed;
  fs::path absolute = fs::absolute(path.empty() ? "." : path, failed);
  absolute = (failed ? fs::path(path) : absolute).lexically_normal();
  return absolute.has_filename() ? absolute : absolute.parent_path();  // without a slash at the end
}

/// A package may be a folder inside a root, or the root itself: a repository often has the name of its
/// package.
std::vector<fs::path> PackageFolders(const fs::path& root, const std::string& package) {
  const fs::path name = root.has_filename() ? root.filename() : root.parent_path().filename();
  if (name == package) return {root / package, root};
  return {root / package};
}

}  // namespace

PackagePath::PackagePath(const std::string& urdf_folder, const std::vector<std::string>& package_paths)
    : urdf_folder_(Absolute(urdf_folder).string()) {
  for (const std::string& folder : package_paths) roots_.push_back({folder, false});
  if (const char* ros = std::getenv("ROS_PACKAGE_PATH"))
    for (const std::string& folder : SplitAtColons(ros)) roots_.push_back({folder, false});
  for (fs::path up = urdf_folder_;; up = up.parent_path()) {
    roots_.push_back({up.string(), true});
    if (up == up.parent_path()) break;
  }
}

PackagePath::Result PackagePath::Find(const std::string& uri) const {
  constexpr std::string_view kPackage = "package://", kFile = "file://";
  if (uri.starts_with(kPackage)) {
    const std::string rest = uri.substr(kPackage.size());
    const size_t slash = std::min(rest.find('/'), rest.size());
    return FindInPackage(rest.substr(0, slash), rest.substr(std::min(slash + 1, rest.size())));
  }
  if (!uri.starts_with(kFile) && uri.find("://") != std::string::npos)
    return {"", "not loaded; only package://, file:// and plain paths are read, download the file"};
  const fs::path path = uri.starts_with(kFile) ? uri.substr(kFile.size()) : uri;
  const fs::path full = urdf_folder_ / path;  // an absolute path stays as it is
  if (IsFile(full)) return {full.lexically_normal().string(), ""};
  return {"", path.is_absolute() ? "not found" : fmt::format("not found; searched in {}", urdf_folder_)};
}

PackagePath::Result PackagePath::FindInPackage(const std::string& package, const std::string& rest) const {
  std::string folders_without_it;
  for (const Root& root : roots_)
    for (const fs::path& folder : PackageFolders(root.folder, package)) {
      if (IsFile(folder / rest)) return {(folder / rest).lexically_normal().string(), ""};
      if (IsFolder(folder)) folders_without_it += (folders_without_it.empty() ? "" : ", ") + folder.string();
    }
  if (!folders_without_it.empty())
    return {"", fmt::format("not found in package {}, which is at {}", Quote(package), folders_without_it)};
  return {"",
          fmt::format("not found; there is no package folder {} in {}", Quote(package), SearchedPlaces())};
}

std::string PackagePath::SearchedPlaces() const {
  std::string places;
  for (const Root& root : roots_)
    if (!root.above_urdf) places += root.folder + ", ";
  return places + urdf_folder_ + " or above it (set --package-path or ROS_PACKAGE_PATH)";
}

}  // namespace slipstick::model
