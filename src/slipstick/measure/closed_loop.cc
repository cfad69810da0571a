#include "slipstick/measure/closed_loop.h"

#include <algorithm>
#include <cmath>

#include "slipstick/dynamics/configuration.h"
#include "slipstick/measure/contact_quality.h"
#include "slipstick/run/run_statistics.h"

namespace slipstick::measure {
namespace {

void StoreStatistics(const RunSummary& summary, RunQuality& quality) {
  quality.penetration_depth = summary.penetration_depth;
  quality.energy_error = summary.energy_error;
  quality.energy_error_ratio =
      summary.energy_exchanged > 0.0 ? summary.energy_error / summary.energy_exchanged : 0.0;
  quality.contact_energy_created = summary.contact_energy_created;
  const auto missed = summary.failures.find(contact::Name(StepStatus::kNotConverged));
  quality.not_converged = missed == summary.failures.end()
                              ? 0.0
                              : static_cast<double>(missed->second) / static_cast<double>(summary.steps);
}

/// Runs the simulation and returns its largest deviation from the reference at control updates.
double StepWithReference(Simulation& simulation, const ReferenceRun& reference, const StopFlag* stop) {
  double deviation = 0.0;
  const Model& model = simulation.world().model();
  while (IsBounded(simulation.state()) && simulation.StepOnce()) {
    ThrowIfStopped(stop);
    const int64_t steps = simulation.steps_done();
    if (!reference.complete || !simulation.plan().IsUpdate(steps)) continue;
    const State& expected = reference.states[steps / simulation.plan().steps_per_update()];
    deviation = std::max(deviation, PlaceDistance(model, simulation.state(), expected));
  }
  return reference.complete ? deviation : kUnknown;
}

/// The longest of the steps, sorted from long to short, that passes together with the next shorter one.
double LongestPassing(const std::vector<double>& steps, const std::vector<bool>& passes) {
  for (size_t i = 0; i + 1 < steps.size(); ++i)
    if (passes[i] && passes[i + 1]) return steps[i];
  return 0.0;
}

}  // namespace

double PlaceDistance(const Model& model, const State& a, const State& b) {
  double distance = -1.0;
  for (const auto& joint : model.joints())
    if (joint.kind == JointKind::kFloating)
      distance = std::max(distance, (a.q.segment<3>(joint.q) - b.q.segment<3>(joint.q)).norm());
  return distance >= 0.0 ? distance : dynamics::Difference(model, a.q, b.q).lpNorm<Eigen::Infinity>();
}

RunQuality MeasureClosedLoop(const Scene& scene, const ReferenceRun& reference, const StopFlag* stop) {
  Simulation simulation(scene);
  run::RunStatistics statistics(simulation);
  ContactQuality contacts(simulation.world());
  simulation.Observe([&](const StepView& step) {
    statistics.Add(step);
    contacts.Add(step.report, step.h);
  });

  RunQuality quality;
  quality.deviation = StepWithReference(simulation, reference, stop);
  quality.stable = simulation.done() && IsBounded(simulation.state());
  quality.small_deviation = quality.stable && quality.deviation < kLargestDeviation;
  if (!quality.stable) {
    quality.failure_time = simulation.state().t;
    return quality;
  }
  StoreStatistics(statistics.Summarise(simulation), quality);
  quality.creep = contacts.creep_speed();
  quality.cone_violation = contacts.cone_violation();
  return quality;
}

StableStep FindStableStep(const MeasuredScene& scene, const Method& method, double smallest,
                          const ReferenceRun& reference, const StopFlag* stop) {
  StableStep found;
  std::vector<double> steps;
  std::vector<bool> stable, small_deviation;
  for (double dt = scene.window; dt >= smallest * (1.0 - 1e-9); dt *= 0.5) {
    const RunQuality run = MeasureClosedLoop(BuildFor(scene, method, dt), reference, stop);
    steps.push_back(dt);
    stable.push_back(run.stable);
    small_deviation.push_back(run.small_deviation);
    found = {LongestPassing(steps, stable), LongestPassing(steps, small_deviation), dt};
    if (found.stable > 0.0 && found.small_deviation > 0.0) break;
  }
  return found;
}

}  // namespace slipstick::measure
