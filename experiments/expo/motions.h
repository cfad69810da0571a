// The robot motions of the paper.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "slipstick/measure/measured_scene.h"
#include "slipstick/toml/scene_edit.h"

namespace slipstick::expo_experiments {

struct Motion {
  std::string name;              ///< as in the paper, in lower case: "solo-squat"
  double control_period;         ///< s, Table I
  std::vector<SceneEdit> edits;  ///< that make torques constant between control updates, as in the paper
};
const std::vector<Motion>& Motions();
const Motion& MotionCalled(const std::string& name);
std::shared_ptr<const measure::MeasuredScene> SceneOf(const Motion& motion,
                                                      const std::vector<SceneEdit>& more = {});

}  // namespace slipstick::expo_experiments
