// The results of bench_dynamics as a table and as JSON.
#pragma once

#include <string>
#include <vector>

#include "speed/program.h"
#include "speed/timing.h"

namespace slipstick::speed {

struct RobotResult {
  std::string name;
  int nv, contact_points;
  double disagreement;  ///< with MuJoCo, relative, in accelerations; undefined without MuJoCo
  std::vector<Timing> timings;
};

struct DynamicsResult {
  std::string mujoco_version;  ///< empty without MuJoCo
  int batches;
  std::vector<RobotResult> robots;
};

std::string AsTable(const DynamicsResult& result);
Json AsJson(const DynamicsResult& result);

}  // namespace slipstick::speed
