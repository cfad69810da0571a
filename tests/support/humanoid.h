// The humanoid with bent knees on its two soles, for tests of task-space control.
#pragma once

#include <string>
#include <vector>

#include "slipstick/control/followers/foot_points.h"
#include "slipstick/control/legged_robot.h"
#include "slipstick/model/urdf/urdf_reader.h"
#include "slipstick/world/world.h"

namespace slipstick::support {

inline const std::vector<std::string> kSoles{"l_sole", "r_sole"};

inline const Model& Humanoid() {
  static const Model model = model::LoadUrdf(SLIPSTICK_MODELS_DIR "/humanoid.urdf");
  return model;
}

/// Knees bent by `bend`, arms hanging, soles level at height zero.
inline Eigen::VectorXd HumanoidStanding(double bend = 0.6) {
  const Model& model = Humanoid();
  Eigen::VectorXd q = model.neutral();
  const auto set = [&](const char* joint, double angle) { q[model.joints()[model.joint(joint)].q] = angle; };
  for (const std::string side : {"L", "R"}) {
    set((side + "HipPitch").c_str(), -0.5 * bend);
    set((side + "KneePitch").c_str(), bend);
    set((side + "AnklePitch").c_str(), -0.5 * bend);
    set((side + "ShoulderPitch").c_str(), 1.5);
  }
  return control::PlaceOnGround(model, kSoles, q);
}

/// The humanoid with eight contact points on level ground.
inline World HumanoidWorld() {
  WorldBuilder builder(Humanoid());
  builder.SetMaterial("default", {.stiffness = 1e5, .damping = 300.0, .mu_static = 1.0, .mu_kinetic = 1.0});
  builder.AddGround();
  for (const std::string side : {"l", "r"})
    for (const char* corner : {"front_left", "front_right", "rear_left", "rear_right"})
      builder.AddPoint(side + "_sole_" + corner);
  return builder.Build();
}

}  // namespace slipstick::support
