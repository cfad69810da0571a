// Computing time of many loose objects: a bin is filled, and an arm moves above it.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <limits>

#include "experiments/tamsi/tamsi_experiments.h"
#include "slipstick/core/fields.h"
#include "slipstick/measure/unknown.h"
#include "slipstick/run/simulation.h"
#include "slipstick/scene/scene_library.h"
#include "slipstick/scene/scene_reader.h"

namespace slipstick::tamsi_experiments {
namespace {

constexpr int kCrowds[] = {10, 20, 50, 100};  // numbers of objects

struct CrowdCost {
  /// Per step, in the stepper, minimum of several runs, s.
  double fall_time = measure::kUnknown, rest_time = measure::kUnknown;
  double contacts = measure::kUnknown;    ///< mean, at rest
  double iterations = measure::kUnknown;  ///< mean of a step
  int split_steps = 0;

  void Visit(FieldVisitor& visit) {
    visit.Number("fall_time", fall_time);
    visit.Number("rest_time", rest_time);
    visit.Number("contacts", contacts);
    visit.Number("iterations", iterations);
    visit.Integer("split_steps", split_steps);
  }
};

scene::SceneSource BinOf(int objects, int seed) {
  constexpr double kDuration = 3.0;  // s
  scene::SceneSource source = scene::FindScene("bin");
  source.edits = {{"heaps.count", fmt::format("{}", objects), "count"},
                  {"heaps.seed", fmt::format("{}", seed), "seed"},
                  {"duration", fmt::format("{}", kDuration), "duration"}};
  return source;
}

CrowdCost MeasureBin(const Scene& scene, const StopFlag* stop) {
  constexpr int kRepeats = 3;
  constexpr double kFallDuration = 1.0;  // s
  std::vector<double> least;             // per step, s
  CrowdCost cost;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    Simulation simulation(scene);
    double contacts = 0.0, iterations = 0.0;
    simulation.Observe([&](const StepView& step) {
      if (step.before.t >= kFallDuration) contacts += static_cast<double>(step.report.contacts.size());
      iterations += step.report.iterations;
      cost.split_steps += repeat == 0 && step.report.substeps > 1;
    });
    const int64_t steps = simulation.plan().num_steps();
    least.resize(steps, std::numeric_limits<double>::infinity());
    for (int64_t k = 0; k < steps; ++k) {
      ThrowIfStopped(stop);
      const double before = simulation.wall_time();
      simulation.StepOnce();
      least[k] = std::min(least[k], simulation.wall_time() - before);
    }
    if (simulation.failed()) return {};
    const auto falling = static_cast<size_t>(std::lround(kFallDuration / simulation.plan().step()));
    cost.contacts = contacts / static_cast<double>(least.size() - falling);
    cost.iterations = iterations / static_cast<double>(least.size());
    cost.fall_time = cost.rest_time = 0.0;
    for (size_t k = 0; k < least.size(); ++k) (k < falling ? cost.fall_time : cost.rest_time) += least[k];
    cost.fall_time /= static_cast<double>(falling);
    cost.rest_time /= static_cast<double>(least.size() - falling);
  }
  return cost;
}

CrowdCost MeasureCrowd(int objects, const StopFlag* stop) {
  // Small numbers of objects are measured with several seeds, since the time depends on their arrangement.
  constexpr int kObjectsOfAllSeeds = 100;
  CrowdCost mean{0.0, 0.0, 0.0, 0.0, 0};
  const int seeds = std::max(1, kObjectsOfAllSeeds / objects);
  for (int seed = 1; seed <= seeds; ++seed) {
    const CrowdCost cost = MeasureBin(scene::BuildScene(BinOf(objects, seed)), stop);
    mean.fall_time += cost.fall_time / seeds, mean.rest_time += cost.rest_time / seeds;
    mean.contacts += cost.contacts / seeds, mean.iterations += cost.iterations / seeds;
    mean.split_steps += cost.split_steps;
  }
  return mean;
}

}  // namespace

std::vector<plot::ReportSection> Crowd(measure::MeasurementQueue& queue) {
  std::deque<CrowdCost> costs;
  const double dt = scene::BuildScene(BinOf(1, 1)).dt;
  for (const int objects : kCrowds) {
    CrowdCost& cost = costs.emplace_back();
    const auto scene =
        std::make_shared<const measure::MeasuredScene>(measure::PrepareScene(BinOf(objects, 1)));
    queue.Add<CrowdCost>(measure::MeasurementQueue::Kind::kTiming,
                         {"tamsi: crowd", scene.get(), {"tamsi"}, dt, ""}, {}, cost,
                         [objects, &queue, scene] { return MeasureCrowd(objects, queue.stop()); });
  }
  queue.Run();
  plot::ReportTable table{
      "crowd",
      {{"objects", "objects", ""},
       {"contacts", "contacts", "Mean number, at rest."},
       {"iterations", "iterations", "Of Newton's method, mean of the steps."},
       {"split_steps", "split steps", "Steps split into sub-steps."},
       {"fall_time", "falling [ms/step]", "First second; stepper and controller, one thread (in JSON: s)."},
       {"rest_time", "lying [ms/step]", "The two seconds after it."},
       {"real_time_factor", "real-time factor", "Over all three seconds."},
       {"per_object", "µs per object and step", "Over all three seconds."}},
      {}};
  plot::ReportFigure figure{"crowd", "Time per object and step against the number of objects.", {}};
  figure.plot.title = "A bin of objects at 2 ms";
  figure.plot.x = {"objects", plot::LinePlot::Scale::kLog};
  figure.plot.y = {"time per object and step [µs]"};
  plot::LinePlot::Series falling{"falling", {}, {}}, lying{"lying", {}, {}};
  for (size_t i = 0; i < costs.size(); ++i) {
    const CrowdCost& cost = costs[i];
    const double n = kCrowds[i], mean = (cost.fall_time + 2.0 * cost.rest_time) / 3.0;
    table.rows.push_back({plot::NumberCell(n, fmt::format("{}", n)),
                          plot::NumberCell(cost.contacts, fmt::format("{:.0f}", cost.contacts)),
                          plot::NumberCell(cost.iterations, fmt::format("{:.1f}", cost.iterations)),
                          plot::NumberCell(cost.split_steps, fmt::format("{}", cost.split_steps)),
                          plot::NumberCell(cost.fall_time, fmt::format("{:.3f}", 1e3 * cost.fall_time)),
                          plot::NumberCell(cost.rest_time, fmt::format("{:.3f}", 1e3 * cost.rest_time)),
                          plot::NumberCell(dt / mean, fmt::format("{:.1f} x", dt / mean)),
                          plot::NumberCell(mean / n, fmt::format("{:.2f}", 1e6 * mean / n))});
    falling.x.push_back(n), falling.y.push_back(1e6 * cost.fall_time / n);
    lying.x.push_back(n), lying.y.push_back(1e6 * cost.rest_time / n);
  }
  figure.plot.series = {falling, lying};
  plot::ReportSection section;
  section.heading = "A bin of loose objects, beside an arm";
  section.paragraphs.emplace_back(
      "Objects of mixed shapes, 3 to 6 cm, fall into a bin whose floor grows with their number, in three "
      "layers; an arm of seven joints moves above it. All numbers include the arm, also those per object. "
      "Small numbers of objects are measured with several seeds, a hundred objects in all. Minimum of three "
      "runs for every step.");
  section.tables.push_back(std::move(table));
  section.figures.push_back(std::move(figure));
  return {section};
}

}  // namespace slipstick::tamsi_experiments
