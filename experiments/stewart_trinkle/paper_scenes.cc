#include "experiments/stewart_trinkle/paper_scenes.h"

#include <fmt/core.h>

#include <cmath>

#include "slipstick/scene/scene_library.h"

namespace slipstick::stewart_trinkle_experiments {

measure::Method AsPublished() {
  measure::Method method =
      measure::ParseMethod("stewart-trinkle:directions_from=level,solver=lemke", "Stewart and Trinkle 2000");
  method.label = "stewart-trinkle, as published";
  return method;
}

std::shared_ptr<const measure::MeasuredScene> RodScene() {
  return std::make_shared<const measure::MeasuredScene>(
      measure::PrepareScene(scene::FindScene("falling-rod"), 0.04));
}

std::shared_ptr<const measure::MeasuredScene> BallsScene() {
  return std::make_shared<const measure::MeasuredScene>(
      measure::PrepareScene(scene::FindScene("four-balls"), kBallSteps[0]));
}

bool RunScene(const Scene& scene, const Simulation::Observer& observer) {
  Simulation simulation(scene);
  simulation.Observe(observer);
  simulation.Run();
  return !simulation.failed();
}

plot::Cell FixedCell(double value, int digits) {
  return std::isfinite(value) ? plot::NumberCell(value, fmt::format("{:.{}f}", value, digits))
                              : plot::EmptyCell();
}

}  // namespace slipstick::stewart_trinkle_experiments
