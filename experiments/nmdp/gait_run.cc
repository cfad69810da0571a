#include "experiments/nmdp/gait_run.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "experiments/run_to_end.h"
#include "slipstick/dynamics/kinematics.h"
#include "slipstick/run/simulation.h"

namespace slipstick::nmdp_experiments {
namespace {

/// The torso is the first body: robots come first in these scenes, and their roots first.
struct Torso {
  double tilt, height, distance;  // rad, m, m
};

class TorsoObserver {
 public:
  explicit TorsoObserver(const Model& model) : model_(model), ws_(model) {}

  Torso At(const State& state) {
    dynamics::ForwardKinematics<double>(model_, state.q, ws_);
    const Vec3<double> p = ws_.p_WB(model_, 0), up = ws_.body[0].R.z;
    return {std::atan2(std::hypot(up.x, up.y), up.z) * (up.x < 0.0 ? -1.0 : 1.0), p.z, p.x};
  }

 private:
  const Model& model_;
  Workspace<double> ws_;
};

bool HasFailed(const Torso& torso) {
  constexpr double kOnItsSide = 0.5 * std::numbers::pi;  // rad
  constexpr double kTooHigh = 3.0, kTooLow = -1.0;       // m
  return !(std::abs(torso.tilt) < kOnItsSide && torso.height > kTooLow && torso.height < kTooHigh);
}

double ShortestSubstep(const StepView& step) {
  return step.report.shortest > 0.0 ? step.report.shortest : step.h / step.report.substeps;
}

}  // namespace

void GaitRun::Visit(FieldVisitor& visit) {
  visit.Flag("finished", finished);
  visit.Number("ended_at", ended_at);
  visit.Number("largest_tilt", largest_tilt);
  visit.Number("iterations", iterations);
  visit.Integer("steps", steps);
  visit.Integer("split_steps", split_steps);
  visit.Integer("unsolved_steps", unsolved_steps);
  visit.Number("shortest", shortest);
  visit.Series("t", t);
  visit.Series("tilt", tilt);
  visit.Series("height", height);
  visit.Series("distance", distance);
}

void GaitCost::Visit(FieldVisitor& visit) {
  visit.Series("t", t);
  visit.Series("wall", wall);
  visit.Series("iterations", iterations);
  visit.Series("shortest", shortest);
}

GaitRun MeasureGait(const measure::MeasuredScene& measured, const measure::Method& method, double dt,
                    const StopFlag* stop) {
  constexpr double kSampleInterval = 0.01;  // s, unless the steps are longer
  const Scene scene = measure::BuildFor(measured, method, dt);
  Simulation simulation(scene);
  TorsoObserver torso_observer(scene.world->model());
  const double start = torso_observer.At(scene.initial).distance;
  GaitRun run;
  run.iterations = 0.0, run.shortest = std::numeric_limits<double>::infinity();
  bool failed = false;
  const auto sample = [&](const State& state) {
    const Torso torso = torso_observer.At(state);
    failed = HasFailed(torso);
    if (failed) return;
    run.largest_tilt = std::max(run.largest_tilt, std::abs(torso.tilt));
    if (!run.t.empty() && state.t < run.t.back() + kSampleInterval * (1.0 - 1e-9)) return;
    run.t.push_back(state.t), run.tilt.push_back(torso.tilt);
    run.height.push_back(torso.height), run.distance.push_back(torso.distance - start);
  };
  sample(scene.initial);
  simulation.Observe([&](const StepView& step) {
    ++run.steps;
    run.split_steps += step.report.substeps > 1;
    run.unsolved_steps += step.report.status == StepStatus::kNotConverged;
    run.iterations += step.report.iterations;
    run.shortest = std::min(run.shortest, ShortestSubstep(step));
    sample(step.after);
  });
  run.finished = experiments::RunToEnd(simulation, stop, [&] { return failed; });
  run.iterations /= std::max(run.steps, 1);
  run.ended_at = simulation.state().t;
  return run;
}

GaitCost MeasureGaitCost(const measure::MeasuredScene& measured, const measure::Method& method, double dt,
                         const StopFlag* stop) {
  constexpr double kDuration = 5.0;  // s
  constexpr int kRepeats = 3;
  constexpr double kLongEnough = 1.0;  // s of wall-clock time: longer runs are not repeated
  Scene scene = measure::BuildFor(measured, method, dt);
  scene.duration = dt * std::floor(kDuration / dt * (1.0 + 1e-9));  // whole steps
  TorsoObserver torso_observer(scene.world->model());
  GaitCost cost;
  double spent = 0.0;
  for (int repeat = 0; repeat < kRepeats && spent < kLongEnough; ++repeat) {
    Simulation simulation(scene);
    bool failed = false;
    simulation.Observe([&](const StepView& step) {
      failed = HasFailed(torso_observer.At(step.after));
      if (repeat > 0) return;
      cost.t.push_back(step.before.t);
      cost.iterations.push_back(step.report.iterations);
      cost.shortest.push_back(ShortestSubstep(step));
      cost.wall.push_back(std::numeric_limits<double>::infinity());
    });
    for (size_t k = 0; !failed; ++k) {
      ThrowIfStopped(stop);
      const double before = simulation.wall_time();
      if (!simulation.StepOnce()) break;
      cost.wall[k] = std::min(cost.wall[k], simulation.wall_time() - before);
    }
    spent = simulation.wall_time();
  }
  return cost;
}

}  // namespace slipstick::nmdp_experiments
