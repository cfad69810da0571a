// The kinematic tree of a URDF.
#pragma once

#include <string>
#include <vector>

#include "slipstick/model/urdf/urdf_elements.h"

namespace slipstick::model {

/// Links, joints and frames are indices into the lists of the UrdfRobot.
struct UrdfTree {
  int root = 0;
  std::vector<int> order;         ///< links, depth first along the joints in the order of the file
  std::vector<int> parent_joint;  ///< per link: its joint; -1 for the root
  std::vector<int> parent_link;   ///< per joint
  std::vector<int> frame_link;    ///< per frame
};

/// InputError unless the links form one tree: for duplicate names, joints of missing links, loops, several
/// roots. A parent `world` that is not declared as a link is added to the robot, with a note.
UrdfTree ArrangeUrdfTree(UrdfXml& xml, UrdfRobot& robot);

}  // namespace slipstick::model
