#include "experiments/relaxed/pendulum.h"

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

}  // namespace slipstick::relaxed_experiments
