#include "experiments/tamsi/build_with.h"

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

}  // namespace slipstick::tamsi_experiments
