#include "experiments/tamsi/tamsi_experiments.h"

#include <fmt/core.h>

#include "slipstick/scene/scene_reader.h"

namespace slipstick::tamsi_experiments {
Scene BuildWith(scene::SceneSource source, const measure::Method& method, double dt, double duration) {
  source.edits.push_back({"stepper", method.stepper, "stepper"});
  source.edits.push_back({"dt", fmt::format("{}", dt), "dt"});
  if (duration > 0.0) source.edits.push_back({"duration", fmt::format("{}", duration), "duration"});
  for (const auto& [key, value] : method.options)
    source.edits.push_back({fmt::format("options.{}.{}", method.stepper, key), value, "option"});
  return scene::BuildScene(source);
}

std::vector<experiments::Experiment> TamsiExperiments() {
  return {
      {"004/fig-4", "a pushed box comes to rest: Newton's method without and with its line search",
       NewtonAtRest},
      {"004/fig-5", "a pushed box: work and precision of implicit Euler", WorkAndPrecision},
      {"004/fig-7", "a shaken gripper: time of tamsi and of implicit Euler", GripperWallTime},
      {"004/fig-8", "a shaken gripper: first-order convergence with the step", Convergence},
      {"004/gripper", "a shaken gripper keeps its mug: slip and time for several steps", Gripper},
      {"004/allegro", "a hand turns a mug: grasp kept, time", HandAndMug},
      {"004/iiwa", "an arm grips, shakes and places a bottle by what its fingers feel", ArmAndBottle},
      {"004/failures", "a thousand random graspings and drops: how often steps are cut", Failures},
      {"004/bin", "what 10 to 100 loose objects cost", Crowd},
  };
}

}  // namespace slipstick::tamsi_experiments
