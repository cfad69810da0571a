// Small URDF texts for the tests of the reader.
#pragma once

#include <fmt/core.h>

#include <string>
#include <vector>

#include "slipstick/model/urdf/urdf_reader.h"
#include "support/refusal.h"

namespace slipstick::support {

inline UrdfResult Read(const std::string& text, const UrdfOptions& options = {}) {
  return model::ReadUrdfText(text, "r.urdf", "/nowhere", options);
}

/// <robot> on line 1, the text from line 2 on.
inline std::string Robot(const std::string& text) { return "<robot name=\"r\">\n" + text + "\n</robot>\n"; }

/// A link with 1 kg and a physical inertia, on one line.
inline std::string Link(const std::string& name, const std::string& more = "") {
  return fmt::format(
      "<link name='{}'><inertial><mass value='1'/><inertia ixx='.1' iyy='.1' izz='.1' ixy='0' ixz='0' "
      "iyz='0'/></inertial>{}</link>\n",
      name, more);
}

inline std::string JointText(const std::string& name, const std::string& type, const std::string& parent,
                             const std::string& child, const std::string& more = "") {
  return fmt::format("<joint name='{}' type='{}'><parent link='{}'/><child link='{}'/>{}</joint>\n", name,
                     type, parent, child, more);
}

inline const std::string kLimit = "<limit lower='-1' upper='1' effort='2' velocity='3'/>";

/// A fixed base and one link on a joint 'j' of the given type.
inline Model OneJoint(const std::string& type, const std::string& inside) {
  return Read(Robot("<link name='world'/>" + Link("arm") + JointText("j", type, "world", "arm", inside)))
      .builder.Build();
}

/// The error message for the text, or "accepted".
inline std::string Refusal(const std::string& text, const UrdfOptions& options = {}) {
  return Refusal([&] { Read(text, options); });
}

/// Notes of one kind as "line: text".
inline std::vector<std::string> Notes(const UrdfResult& result, model::UrdfNote::Kind kind) {
  std::vector<std::string> texts;
  for (const model::UrdfNote& note : result.notes)
    if (note.kind == kind) texts.push_back(fmt::format("{}: {}", note.line, note.text));
  return texts;
}
inline std::vector<std::string> Warnings(const UrdfResult& r) {
  return Notes(r, model::UrdfNote::Kind::kWarning);
}
inline std::vector<std::string> Ignored(const UrdfResult& r) {
  return Notes(r, model::UrdfNote::Kind::kIgnored);
}

}  // namespace slipstick::support
