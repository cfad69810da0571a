// The quadruped Solo12 for tests of controllers.
#pragma once

#include <string>
#include <vector>

#include "slipstick/control/legged_robot.h"
#include "slipstick/model/urdf/urdf_reader.h"

namespace slipstick::support {

inline const std::vector<std::string> kSoloFootFrames{"FL_FOOT", "FR_FOOT", "HL_FOOT", "HR_FOOT"};

inline const Model& Solo() {
  static const Model model = model::LoadUrdf(SLIPSTICK_MODELS_DIR "/solo12.urdf");
  return model;
}

/// Standing on point feet, front and hind knees bent towards each other: symmetric front to back.
inline Eigen::VectorXd SoloStanding(double hip = 0.79975) {
  Eigen::VectorXd q = Solo().neutral();
  for (int leg = 0; leg < 4; ++leg) {
    const double sign = leg < 2 ? 1.0 : -1.0;
    q.segment<3>(7 + 3 * leg) << 0.0, sign * hip, -sign * 2.0 * hip;
  }
  return control::PlaceOnGround(Solo(), kSoloFootFrames, q);
}

inline control::LeggedRobot SoloRobot() { return {Solo(), kSoloFootFrames, SoloStanding()}; }

}  // namespace slipstick::support
