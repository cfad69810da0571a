#include "slipstick/measure/reference_run.h"

#include <algorithm>

#include "slipstick/dynamics/configuration.h"
#include "slipstick/run/simulation.h"

namespace slipstick::measure {

bool IsBounded(const State& state) { return (state.v.array().abs() < kLargestSpeed).all(); }

ReferenceRun RunReference(const Scene& scene, const StopFlag* stop) {
  Simulation simulation(scene);
  ReferenceRun reference;
  reference.window = scene.control_period;
  while (IsBounded(simulation.state())) {
    ThrowIfStopped(stop);
    const bool is_update = simulation.plan().IsUpdate(simulation.steps_done());
    if (is_update) reference.states.push_back(simulation.state());
    if (!simulation.StepOnce()) break;
    if (is_update) reference.actuations.push_back(simulation.actuation());
  }
  reference.complete = simulation.done() && IsBounded(simulation.state());
  return reference;
}

double StateDistance(const Model& model, const State& a, const State& b) {
  const double by_q = dynamics::Difference(model, a.q, b.q).lpNorm<Eigen::Infinity>();
  return std::max(by_q, (a.v - b.v).lpNorm<Eigen::Infinity>());
}

}  // namespace slipstick::measure
