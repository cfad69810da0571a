// Notes of the URDF reader about a valid file.
#pragma once

#include <map>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "slipstick/model/urdf/urdf_reader.h"

namespace slipstick::model {

/// Collects notes. The same remark about several places becomes one note with a count at the first place.
class UrdfNotes {
 public:
  /// `what` was not used, such as "<gazebo>".
  void Ignored(int line, const std::string& what);

  /// Reads "joint 'hip': remark", or "joints 'hip', 'knee' and 3 more: remark" if it applies to several.
  void Warn(int line, const std::string& noun, const std::string& name, const std::string& remark);

  /// A warning about the file as a whole.
  void Warn(int line, const std::string& text);

  /// Returns and removes all notes, in the order of their lines.
  std::vector<UrdfNote> Take();

 private:
  struct Group {
    int line = 0;
    int times = 0;  ///< of remarks without names
    std::string noun;
    std::vector<std::string> first_names;
    std::unordered_set<std::string> names;
  };

  /// The group of this remark, added at this line if it is new; null if there are too many groups.
  Group* FindOrAdd(UrdfNote::Kind kind, int line, const std::string& remark);

  std::map<std::pair<UrdfNote::Kind, std::string>, Group> groups_;
  int left_out_ = 0;  ///< remarks that found no group
};

}  // namespace slipstick::model
