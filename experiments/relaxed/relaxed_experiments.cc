#include "experiments/relaxed/relaxed_experiments.h"

#include <fmt/core.h>

#include "slipstick/scene/scene_library.h"

namespace slipstick::relaxed_experiments {
namespace {

constexpr double kWindow = 0.02;  // s: the longest step

}  // namespace

std::shared_ptr<const measure::MeasuredScene> Pendulum() {
  static const auto pendulum = std::make_shared<const measure::MeasuredScene>(
      measure::PrepareScene(scene::FindScene("pendulum-6"), kWindow));
  return pendulum;
}

measure::Method AsPublished(double lambda, double k) {
  measure::Method method{"relaxed",
                         {{"form", "least-squares"},
                          {"friction", "clamp"},
                          {"integrator", "rk-gill"},
                          {"lambda", fmt::format("{:g}", lambda)}}};
  if (k > 0.0) method.options["k"] = fmt::format("{:g}", k);
  return method;
}

std::vector<experiments::Experiment> RelaxedExperiments() {
  return {
      {"relaxed/table-1", "time, chatter and larger steps of the pendulum on the floor", CalculationTime},
      {"relaxed/normal-forces", "normal forces at the corners of the end link (Figs. 9, 11, 13)",
       NormalForces},
      {"relaxed/friction-forces", "friction forces at the same corners (Figs. 10, 12, 14)", FrictionForces},
  };
}

}  // namespace slipstick::relaxed_experiments
