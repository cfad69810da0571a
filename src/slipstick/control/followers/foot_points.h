// Where the feet of a robot touch: what task-space control must know of their shapes.
#pragma once

#include <vector>

#include "slipstick/control/legged_robot.h"
#include "slipstick/world/world.h"

namespace slipstick::control {

/// In the frame of the foot: one point, or the corners of a sole.
using FootPoints = std::vector<Eigen::Vector3d>;

/// Of every foot, from the shapes of the world that its body carries: contact points, the lowest points of
/// spheres, corners of boxes and of the hulls of meshes. Those count that are lowest, to a millimetre, as the
/// robot stands, and of more than four the four that span most. A foot without such shapes, one that is a
/// cylinder or a capsule among them, touches with the origin of its frame.
std::vector<FootPoints> FindFootPoints(const World& world, const LeggedRobot& robot);

}  // namespace slipstick::control
