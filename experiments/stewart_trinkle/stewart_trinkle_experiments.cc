#include "experiments/stewart_trinkle/stewart_trinkle_experiments.h"

#include <fmt/core.h>

#include <cmath>

namespace slipstick {
namespace stewart_trinkle_experiments {

Method AsPublished() {
  Method method = ParseMethod("stewart-trinkle:directions_from=level,solver=lemke", "paper 003");
  method.label = "as published";
  return method;
}

std::shared_ptr<const MeasuredScene> RodScene() {
  return std::make_shared<const MeasuredScene>(PrepareScene(FindScene("falling-rod"), 0.04));
}

std::shared_ptr<const MeasuredScene> BallsScene() {
  return std::make_shared<const MeasuredScene>(PrepareScene(FindScene("four-balls"), kBallSteps[0]));
}

bool Watch(const Scene& scene, const Simulation::Observer& observer) {
  Simulation simulation(scene);
  simulation.Observe(observer);
  simulation.Run();
  return !simulation.failed();
}

Cell FixedCell(double value, int digits) {
  return std::isfinite(value) ? NumberCell(value, fmt::format("{:.{}f}", value, digits)) : EmptyCell();
}

}  // namespace stewart_trinkle_experiments

std::vector<Experiment> StewartTrinkleExperiments() {
  using namespace stewart_trinkle_experiments;  // NOLINT: its experiments
  return {
      {"003/table-1", "four balls: errors and variation against the time step", ErrorsOfBalls},
      {"003/rod", "a falling rod: impact, slap-down, rest (figures 2 to 5)", FallingRod},
      {"003/balls", "four balls: impulses of the collision, paths (figures 6 to 8)", BallCascade},
  };
}

}  // namespace slipstick
