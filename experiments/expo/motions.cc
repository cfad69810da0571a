#include "experiments/expo/motions.h"

#include <fmt/core.h>

#include <algorithm>

#include "slipstick/scene/scene_library.h"

namespace slipstick::expo_experiments {

const std::vector<Motion>& Motions() {
  const std::vector<SceneEdit> hold = {{"controller.feedback_by", "controller", "constant torques"}};
  static const std::vector<Motion> motions = {{"solo-squat", 40e-3, hold},
                                              {"solo-jump", 10e-3, hold},
                                              {"solo-trot", 2e-3, hold},
                                              {"humanoid-walk", 40e-3, {}}};  // has no feedback of joints
  return motions;
}

const Motion& MotionCalled(const std::string& name) {
  return *std::find_if(Motions().begin(), Motions().end(),
                       [&](const Motion& motion) { return motion.name == name; });
}

std::shared_ptr<const measure::MeasuredScene> SceneOf(const Motion& motion,
                                                      const std::vector<SceneEdit>& more) {
  scene::SceneSource source = scene::FindScene(motion.name);
  source.edits.push_back({"control_period", fmt::format("{}", motion.control_period), "Table I"});
  source.edits.insert(source.edits.end(), motion.edits.begin(), motion.edits.end());
  source.edits.insert(source.edits.end(), more.begin(), more.end());
  return std::make_shared<const measure::MeasuredScene>(measure::PrepareScene(source));
}

}  // namespace slipstick::expo_experiments
