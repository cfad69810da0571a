// Resolves the mesh URIs of a URDF to files.
#pragma once

#include <string>
#include <vector>

namespace slipstick::model {

/// Resolves package://NAME/rest, file:///path and plain paths. NAME is searched, in this order, in the given
/// package paths, in the entries of the environment variable ROS_PACKAGE_PATH and in the folders from the
/// URDF's own upwards; in each as a folder inside it and as the folder itself. Plain paths are relative to
/// the URDF's folder.
class PackagePath {
 public:
  PackagePath(const std::string& urdf_folder, const std::vector<std::string>& package_paths);

  struct Result {
    std::string path;    ///< an existing file, or empty
    std::string remark;  ///< if not found: the reason and the folders searched
  };
  Result Find(const std::string& uri) const;

 private:
  struct Root {
    std::string folder;
    bool above_urdf;  ///< found by walking up from the URDF
  };
  Result FindInPackage(const std::string& package, const std::string& rest) const;
  std::string SearchedPlaces() const;

  std::string urdf_folder_;
  std::vector<Root> roots_;
};

}  // namespace slipstick::model
