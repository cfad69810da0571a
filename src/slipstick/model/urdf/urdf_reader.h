// Reads robots from URDF files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "slipstick/model/model_builder.h"
#include "slipstick/names.h"

namespace slipstick::model {

struct UrdfOptions {
  /// How the root link stands in the world. kAuto: fixed if it is named "world" or has no mass (with all that
  /// is welded to it), free otherwise. kPlanar: it moves in the plane of x and z and turns about y, as in
  /// planar studies of legged robots; its q is (z, x, angle about y).
  enum class Base { kAuto, kFixed, kFloating, kPlanar };
  Base base = Base::kAuto;

  /// What to do with a joint that follows another by <mimic>. Coupled joints are not simulated, so the
  /// default is to refuse the file; kIndependent moves each on its own and says so.
  enum class Mimic { kRefuse, kIndependent };
  Mimic mimic = Mimic::kRefuse;

  /// Folders searched for package://NAME/... before ROS_PACKAGE_PATH and the folders above the file; see
  /// package_path.h.
  std::vector<std::string> package_paths;
};

/// Something worth knowing that did not prevent loading: an ignored tag, an odd inertia, a mesh not found.
/// What is to say about many places is said once, with a count, at the first of them.
struct UrdfNote {
  enum class Kind { kIgnored, kWarning };
  Kind kind;
  int line;
  std::string text;
};

struct UrdfResult {
  ModelBuilder builder;         ///< its Build() succeeds
  std::vector<UrdfNote> notes;  ///< by line
  Model model;                  ///< of the builder as it was read
};

/// Reads a file; InputError if it cannot be simulated faithfully. The message begins with
/// "file:line: ", or "file: " if it cannot be opened.
UrdfResult ReadUrdf(const std::string& path, const UrdfOptions& options = {});

/// The same from memory; `source` stands for the file name in messages, `folder` is where meshes are looked
/// for.
UrdfResult ReadUrdfText(std::string_view text, const std::string& source, const std::string& folder,
                        const UrdfOptions& options = {});

/// ReadUrdf and Build in one; notes go to standard error, one line each.
Model LoadUrdf(const std::string& path, const UrdfOptions& options = {});

}  // namespace slipstick::model
