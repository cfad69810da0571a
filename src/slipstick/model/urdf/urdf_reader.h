// Reads robots from URDF files.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "slipstick/model/model_builder.h"
#include "slipstick/names.h"

namespace slipstick::model {

struct UrdfOptions {
  /// How the root link is connected to the world. kAuto: fixed if it is named "world", or if it and the links
  /// fixed to it have no mass; floating otherwise. kPlanar: it translates in the x-z plane and rotates about
  /// y, as in planar studies of legged robots; its q is (z, x, angle about y): the axes after y in cyclic
  /// order (docs/conventions.md).
  enum class Base { kAuto, kFixed, kFloating, kPlanar };
  Base base = Base::kAuto;

  /// Treatment of <mimic> joints. Coupled joints are not simulated, so the default is an error; kIndependent
  /// makes each joint independent and adds a UrdfNote.
  enum class Mimic { kRefuse, kIndependent };
  Mimic mimic = Mimic::kRefuse;

  /// The inertia of a solid shape, in the frame of the shape; InputError, starting with `where`, if it has
  /// none.
  using ShapeInertia = std::function<Inertia(const Geometry& shape, const std::string& where)>;
  /// Treatment of bodies that move and have no inertia. Without a function they have no mass, which is an
  /// error where a joint then moves nothing. With one, such as geometry::SolidOfDensity(1000), they have the
  /// inertia of their collision shapes, and a UrdfNote is added; Base::kAuto is still decided by the inertias
  /// of the file.
  ShapeInertia missing_inertia = {};

  /// Why a shape cannot be simulated, or an empty text.
  using ShapeDefect = std::function<std::string(const Geometry& shape)>;
  /// Called for each collision shape except meshes whose file was not found; its answer becomes a warning.
  ShapeDefect shape_defect = {};

  /// Folders searched for package://NAME/... before ROS_PACKAGE_PATH and the folders above the file; see
  /// package_path.h.
  std::vector<std::string> package_paths;
};

/// A remark that does not prevent loading: an ignored tag, an unphysical inertia, a missing mesh. The same
/// remark about several places is one note with a count at the first place.
struct UrdfNote {
  enum class Kind { kIgnored, kWarning };
  Kind kind;
  int line;
  std::string text;
};

struct UrdfResult {
  ModelBuilder builder;         ///< to change the robot, or to add it to another model; its Build() succeeds
  std::vector<UrdfNote> notes;  ///< by line
  Model model;                  ///< the robot as it was read
};

/// Reads a file; InputError if it cannot be simulated faithfully. The message begins with
/// "file:line: ", or "file: " if it cannot be opened.
UrdfResult ReadUrdf(const std::string& path, const UrdfOptions& options = {});

/// The same from memory; `source` is the file name in messages, `folder` the start of relative mesh paths.
UrdfResult ReadUrdfText(std::string_view text, const std::string& source, const std::string& folder,
                        const UrdfOptions& options = {});

/// The model of ReadUrdf; notes go to standard error, one line each.
Model LoadUrdf(const std::string& path, const UrdfOptions& options = {});

}  // namespace slipstick::model
