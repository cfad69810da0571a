// The results of bench_dynamics for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "speed/timing.h"

namespace slipstick::speed {

struct RobotResult {
  std::string name;
  int nv, contact_points;
  double disagreement;  ///< with MuJoCo, relative, in accelerations; means nothing without MuJoCo
  std::vector<Timing> timings;
};

struct DynamicsResult {
  std::string mujoco_version;  ///< empty if there is none
  int batches;
  std::vector<RobotResult> robots;
};

std::string AsTable(const DynamicsResult& result);
std::string AsJson(const DynamicsResult& result);

}  // namespace slipstick::speed
