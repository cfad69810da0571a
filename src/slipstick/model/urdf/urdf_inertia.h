// Inertias that a URDF does not give.
#pragma once

#include "slipstick/model/urdf/urdf_tree.h"

namespace slipstick::model {

/// Gives links that move the inertia of their collision shapes, with a note, if neither they nor links fixed
/// to them have any. InputError for a shape that has no inertia, such as a mesh that cannot be read.
void AddMissingInertias(UrdfXml& xml, const UrdfTree& tree, bool root_is_fixed,
                        const UrdfOptions::ShapeInertia& inertia_of, UrdfRobot& robot);

/// Whether the link, or one that it carries, has collision shapes.
bool CarriesCollisionShapes(const UrdfRobot& robot, const UrdfTree& tree, int link);

}  // namespace slipstick::model
