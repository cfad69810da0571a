// Two prismatic fingers with a block between them:
//
//        z |   |F0 [block] F1|
//          +------------------> x
#pragma once

#include "slipstick/model/model_builder.h"
#include "slipstick/world/world.h"

namespace slipstick::support {

inline constexpr double kBlockMass = 0.5;    // kg
inline constexpr double kFingerMass = 0.05;  // kg

/// Fingers open as their coordinates grow; dofs 0 and 1. The block is 4 cm wide and its bottom is at z = 0.
inline World GripperWorld(bool on_ground) {
  ModelBuilder builder("gripper");
  const Eigen::Vector3d pad(0.02, 0.04, 0.04), block(0.04, 0.04, 0.1);
  for (const double side : {1.0, -1.0}) {
    const std::string name = side > 0.0 ? "right" : "left";
    const int finger =
        builder.Add(name, Inertia::Box(kFingerMass, pad),
                    model::Prismatic(name).Along(side * model::X).At(Pose::At(side * 0.01, 0, 0.05)));
    builder.AddCollision(name, finger, {}, model::BoxGeometry{pad});
  }
  const int loose = builder.Add("block", Inertia::Box(kBlockMass, block),
                                model::Floating("block").At(Pose::At(0, 0, 0.05)));
  builder.AddCollision("block", loose, {}, model::BoxGeometry{block});
  WorldBuilder world(builder.Build());
  ContactMaterial material;
  material.stiffness = 1e4;
  material.dissipation = 5.0;
  world.SetMaterial("default", material);
  world.AddCollisions("default", true);
  if (on_ground) world.AddGround();
  return world.Build();
}

/// Initial state with a gap of 0.1 mm between fingers and block.
inline State GripperState(const World& world) {
  Eigen::VectorXd q = world.model().neutral();
  q[0] = q[1] = 0.0201;
  return world.StateAt(q);
}

}  // namespace slipstick::support
