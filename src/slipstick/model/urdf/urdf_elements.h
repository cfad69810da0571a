// The links and joints of a URDF, before the kinematic tree is checked.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "slipstick/model/urdf/package_path.h"
#include "slipstick/model/urdf/urdf_xml.h"

namespace slipstick::model {

struct UrdfShape {
  int line;
  std::string name;  ///< may be empty
  Pose X_LS;
  Geometry geometry;
  std::optional<Eigen::Vector4d> rgba;
  std::string material;  ///< to be looked up if there is no rgba; may be empty
};

struct UrdfLink {
  int line;
  std::string name;
  Inertia inertia;
  std::vector<UrdfShape> collisions, visuals;
};

struct UrdfJoint {
  int line;
  std::string name;
  JointSpec spec;
  JointKind kind;
  std::string parent, child;
  int parent_line, child_line;
};

struct UrdfFrame {
  int line;
  std::string name, link;
  Pose X_LF;
};

struct UrdfRobot {
  std::string name;
  std::vector<UrdfLink> links;
  std::vector<UrdfJoint> joints;
  std::vector<UrdfFrame> frames;
  std::unordered_map<std::string, Eigen::Vector4d> materials;
};

/// Reads everything below <robot>. Notes for unused elements; InputError for invalid ones.
UrdfRobot ReadUrdfElements(UrdfXml& xml, const UrdfOptions& options, const PackagePath& packages);

}  // namespace slipstick::model
