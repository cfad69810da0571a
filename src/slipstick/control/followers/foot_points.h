// Contact points of the feet of a robot, found from the shapes of the world: input of task-space control.
#pragma once

#include <vector>

#include "slipstick/control/legged_robot.h"
#include "slipstick/world/world.h"

namespace slipstick::control {

/// In the frame of the foot: one point, or the corners of a sole.
using FootPoints = std::vector<Eigen::Vector3d>;

/// The contact points of every foot, from the shapes on its body: contact points, lowest points of spheres,
/// and corners of boxes and of convex hulls of meshes. Only points within a millimetre of the lowest one in
/// the standing configuration count; of more than four, four that span a large area. A foot without such
/// shapes, e.g. with a cylinder or capsule only, touches with the origin of its frame.
std::vector<FootPoints> FindFootPoints(const World& world, const LeggedRobot& robot);

}  // namespace slipstick::control
