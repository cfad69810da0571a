#include "slipstick/model/urdf/urdf_inertia.h"

#include <fmt/core.h>

#include "slipstick/core/error.h"
#include "slipstick/core/quote.h"

namespace slipstick::model {
namespace {

/// Per link: the first link of its body, to which fixed joints connect it; kWorld if it cannot move.
std::vector<int> BodiesOfLinks(const UrdfRobot& robot, const UrdfTree& tree, bool root_is_fixed) {
  std::vector<int> body(robot.links.size());
  for (const int link : tree.order) {
    const int joint = tree.parent_joint[link];
    if (joint < 0)
      body[link] = root_is_fixed ? kWorld : link;
    else
      body[link] = robot.joints[joint].kind == JointKind::kFixed ? body[tree.parent_link[joint]] : link;
  }
  return body;
}

Inertia SumOfShapes(UrdfXml& xml, const UrdfLink& link, const UrdfOptions::ShapeInertia& inertia_of) {
  Inertia sum;
  for (const UrdfShape& shape : link.collisions) {
    const std::string where =
        fmt::format("link {} has no inertia, and this collision shape gives none", Quote(link.name));
    try {
      sum = sum + inertia_of(shape.geometry, where).In(shape.X_LS);
    } catch (const InputError& error) {
      xml.Refuse(shape.line, error.what());
    }
  }
  return sum;
}

}  // namespace

void AddMissingInertias(UrdfXml& xml, const UrdfTree& tree, bool root_is_fixed,
                        const UrdfOptions::ShapeInertia& inertia_of, UrdfRobot& robot) {
  const std::vector<int> body = BodiesOfLinks(robot, tree, root_is_fixed);
  std::vector<bool> is_given(robot.links.size(), false);  // per body
  for (const int link : tree.order) {
    const Inertia& inertia = robot.links[link].inertia;
    if (body[link] != kWorld && (inertia.mass != 0.0 || !inertia.rotational.isZero(0.0)))
      is_given[body[link]] = true;
  }
  for (const int i : tree.order) {
    UrdfLink& link = robot.links[i];
    if (body[i] == kWorld || is_given[body[i]] || link.collisions.empty()) continue;
    link.inertia = SumOfShapes(xml, link, inertia_of);
    xml.notes.Warn(
        link.line, "link", link.name,
        fmt::format("has no inertia; that of its collision shapes is used, {:.4g} kg", link.inertia.mass));
  }
}

bool CarriesCollisionShapes(const UrdfRobot& robot, const UrdfTree& tree, int link) {
  std::vector<bool> is_carried(robot.links.size(), false);
  is_carried[link] = true;
  for (const int i : tree.order) {  // parents come first
    if (const int joint = tree.parent_joint[i]; joint >= 0 && is_carried[tree.parent_link[joint]])
      is_carried[i] = true;
    if (is_carried[i] && !robot.links[i].collisions.empty()) return true;
  }
  return false;
}

}  // namespace slipstick::model
