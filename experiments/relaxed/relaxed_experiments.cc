#include "experiments/relaxed/relaxed_experiments.h"

#include <fmt/core.h>

namespace slipstick {
namespace relaxed_experiments {
namespace {

constexpr double kWindow = 0.02;  // s: the longest step that is tried

}  // namespace

std::shared_ptr<const MeasuredScene> Pendulum() {
  static const auto pendulum =
      std::make_shared<const MeasuredScene>(PrepareScene(FindScene("pendulum-6"), kWindow));
  return pendulum;
}

Method AsPublished(double lambda, double k) {
  Method method{"relaxed",
                {{"form", "least-squares"},
                 {"friction", "clamp"},
                 {"integrator", "rk-gill"},
                 {"lambda", fmt::format("{:g}", lambda)}}};
  if (k > 0.0) method.options["k"] = fmt::format("{:g}", k);
  return method;
}

}  // namespace relaxed_experiments

std::vector<Experiment> RelaxedExperiments() {
  using namespace relaxed_experiments;  // NOLINT: its experiments
  return {
      {"002/table-1", "time, chatter and larger steps of the pendulum on the floor", CalculationTime},
      {"002/normal-forces", "normal forces at the corners of the end link (Figs. 9, 11, 13)", NormalForces},
      {"002/friction-forces", "friction forces at the same corners (Figs. 10, 12, 14)", FrictionForces},
  };
}

}  // namespace slipstick
