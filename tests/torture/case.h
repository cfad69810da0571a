// A random world as a list of parts, so that parts can be left out. Its text is an ordinary scene file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace slipstick::torture {

/// Where the text of a part stands in the scene, or in the URDF inside it.
enum class PartKind {
  kGround,        ///< lines of [ground]
  kMaterial,      ///< a line of [materials.default]
  kBody,          ///< lines of one of [[bodies]]
  kBodyKey,       ///< a further line of its owner
  kLink,          ///< content of <link>, its owner is the parent link
  kJoint,         ///< content of the <joint> to the parent; without it the link is fixed to the parent
  kJointElement,  ///< a further element of <joint>
  kTransmission,  ///< an element of <robot>
  kRobotKey,      ///< a line of [[robots]]
  kJointStart,    ///< an entry of its `joints`
  kJointSpeed,    ///< an entry of its `joint_velocities`
  kContact,       ///< an entry of its `contacts`
  kController,    ///< lines of [controller]
  kDrive,         ///< lines of one of [[controller.joints]]
  kPush,          ///< lines of one of [[pushes]]
};

struct Part {
  PartKind kind;
  std::string name;   ///< of bodies and links
  std::string owner;  ///< name of the part without which this one has no meaning; may be empty
  std::string text;   ///< for kJoint: begins with the joint type and a newline
};

struct Case {
  uint64_t seed = 0, number = 0;
  double dt = 1e-3;  ///< s
  int steps = 1;
  std::vector<Part> parts;
};

/// Without the parts [begin, end) and everything that they own.
Case Without(const Case& full, size_t begin, size_t end);

/// The scene file. `comment` is its description.
std::string SceneText(const Case& from, const std::string& stepper, const std::string& comment);

/// The file that every hull is a scaled copy of, beside the scene: an irregular convex polyhedron of size 1.
inline constexpr char kHullFile[] = "hull.obj";
void WriteHull(const std::string& folder);

}  // namespace slipstick::torture
