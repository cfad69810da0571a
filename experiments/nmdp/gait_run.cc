// One run of a walking or jumping robot: its torso over time, and what its steps cost.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "experiments/nmdp/nmdp_experiments.h"
#include "slipstick/dynamics/kinematics.h"
#include "slipstick/run/simulation.h"

namespace slipstick::nmdp_experiments {
namespace {

constexpr double kGaitSamples = 0.01;  // s, between instants that are kept, if steps are shorter
// Of what is timed.
constexpr double kCostDuration = 5.0;  // s
constexpr int kGaitRepeats = 3;
constexpr double kLongEnough = 1.0;  // s of wall clock: then it is not repeated
// Where it has broken down.
constexpr double kOnItsSide = 0.5 * std::numbers::pi;  // rad
constexpr double kTooHigh = 3.0, kTooLow = -1.0;       // m

/// The first body is the torso: robots come first in these scenes, and roots first in robots.
struct Torso {
  double tilt, height, along;  // rad, m, m
};

class TorsoWatch {
 public:
  explicit TorsoWatch(const Model& model) : model_(model), ws_(model) {}

  Torso At(const State& state) {
    dynamics::ForwardKinematics<double>(model_, state.q, ws_);
    const Vec3<double> p = ws_.p_WB(model_, 0), up = ws_.body[0].R.z;
    return {std::atan2(std::hypot(up.x, up.y), up.z) * (up.x < 0.0 ? -1.0 : 1.0), p.z, p.x};
  }

 private:
  const Model& model_;
  Workspace<double> ws_;
};

bool HasBrokenDown(const Torso& torso) {
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
  visit.Integer("cut_steps", cut_steps);
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
                    const measure::StopFlag* stop) {
  const Scene scene = measure::BuildFor(measured, method, dt);
  Simulation simulation(scene);
  TorsoWatch watch(scene.world->model());
  const double start = watch.At(scene.initial).along;
  GaitRun run;
  run.iterations = 0.0, run.shortest = std::numeric_limits<double>::infinity();
  bool broken = false;
  const auto keep = [&](const State& state) {
    const Torso torso = watch.At(state);
    broken = HasBrokenDown(torso);
    if (broken) return;
    run.largest_tilt = std::max(run.largest_tilt, std::abs(torso.tilt));
    if (!run.t.empty() && state.t < run.t.back() + kGaitSamples * (1.0 - 1e-9)) return;
    run.t.push_back(state.t), run.tilt.push_back(torso.tilt);
    run.height.push_back(torso.height), run.distance.push_back(torso.along - start);
  };
  keep(scene.initial);
  simulation.Observe([&](const StepView& step) {
    ++run.steps;
    run.cut_steps += step.report.substeps > 1;
    run.unsolved_steps += step.report.status == StepStatus::kNotConverged;
    run.iterations += step.report.iterations;
    run.shortest = std::min(run.shortest, ShortestSubstep(step));
    keep(step.after);
  });
  while (!broken && simulation.StepOnce()) measure::ThrowIfStopped(stop);
  run.iterations /= std::max(run.steps, 1);
  run.finished = !broken && simulation.done() && !simulation.failed();
  run.ended_at = simulation.state().t;
  return run;
}

GaitCost MeasureGaitCost(const measure::MeasuredScene& measured, const measure::Method& method, double dt,
                         const measure::StopFlag* stop) {
  Scene scene = measure::BuildFor(measured, method, dt);
  scene.duration = dt * std::floor(kCostDuration / dt * (1.0 + 1e-9));  // whole steps
  TorsoWatch watch(scene.world->model());
  GaitCost cost;
  double spent = 0.0;
  for (int repeat = 0; repeat < kGaitRepeats && spent < kLongEnough; ++repeat) {
    Simulation simulation(scene);
    bool broken = false;
    simulation.Observe([&](const StepView& step) {
      broken = HasBrokenDown(watch.At(step.after));
      if (repeat > 0) return;
      cost.t.push_back(step.before.t);
      cost.iterations.push_back(step.report.iterations);
      cost.shortest.push_back(ShortestSubstep(step));
      cost.wall.push_back(std::numeric_limits<double>::infinity());
    });
    for (size_t k = 0; !broken; ++k) {
      measure::ThrowIfStopped(stop);
      const double before = simulation.wall_time();
      if (!simulation.StepOnce()) break;
      cost.wall[k] = std::min(cost.wall[k], simulation.wall_time() - before);
    }
    spent = simulation.wall_time();
  }
  return cost;
}

}  // namespace slipstick::nmdp_experiments
