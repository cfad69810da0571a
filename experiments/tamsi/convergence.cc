// Fig. 8: errors of velocities against the step, on the shaken gripper.
#include <fmt/core.h>

#include <cmath>
#include <deque>

#include "experiments/tamsi/build_with.h"
#include "experiments/tamsi/coulomb_line.h"
#include "experiments/tamsi/tamsi_experiments.h"
#include "slipstick/core/duration_text.h"
#include "slipstick/core/fields.h"
#include "slipstick/measure/unknown.h"
#include "slipstick/run/simulation.h"
#include "slipstick/scene/scene_library.h"
#include "slipstick/scene/scene_reader.h"

namespace slipstick::tamsi_experiments {
namespace {

/// All velocities at equal times, one instant after the other.
struct VelocitySamples {
  std::vector<double> v;
  void Visit(FieldVisitor& visit) { visit.Series("v", v); }
};
VelocitySamples SampleVelocities(const char* scene_name, const measure::Method& method, double dt,
                                 double duration, double interval, const StopFlag* stop) {
  const Scene scene = BuildWith(scene::FindScene(scene_name), method, dt, duration);
  Simulation simulation(scene);
  VelocitySamples samples;
  for (int k = 1; k <= std::lround(duration / interval); ++k) {
    ThrowIfStopped(stop);
    simulation.RunTo(k * interval - 0.5 * dt);
    if (simulation.failed()) break;
    const auto& v = simulation.state().v;
    samples.v.insert(samples.v.end(), v.begin(), v.end());
  }
  return samples;
}

/// L2 norms over time; angular: of the last three dofs.
struct VelocityError {
  double linear, angular;  ///< m/s, rad/s
};
VelocityError CompareSamples(const VelocitySamples& samples, const VelocitySamples& reference, int nv) {
  if (samples.v.size() != reference.v.size()) return {measure::kUnknown, measure::kUnknown};
  double linear = 0.0, angular = 0.0;
  const size_t count = samples.v.size() / nv;
  for (size_t k = 0; k < count; ++k)
    for (int i = 0; i < nv; ++i) {
      const double difference = samples.v[k * nv + i] - reference.v[k * nv + i];
      // The mug comes last: translation, then rotation.
      (i < nv - 3 ? linear : angular) += difference * difference;
    }
  return {std::sqrt(linear / static_cast<double>(count)), std::sqrt(angular / static_cast<double>(count))};
}

/// Slope of the straight line through the logarithms, from an entry on.
double Slope(const plot::LinePlot::Series& series, size_t first) {
  const std::vector<double>&x = series.x, &y = series.y;
  const double count = static_cast<double>(x.size() - first);
  double mx = 0.0, my = 0.0, xx = 0.0, xy = 0.0;
  for (size_t i = first; i < x.size(); ++i) mx += std::log(x[i]) / count, my += std::log(y[i]) / count;
  for (size_t i = first; i < x.size(); ++i) {
    const double dx = std::log(x[i]) - mx;
    xx += dx * dx, xy += dx * (std::log(y[i]) - my);
  }
  return xy / xx;
}

}  // namespace

std::vector<plot::ReportSection> Convergence(measure::MeasurementQueue& queue) {
  static constexpr double kDuration = 1.0;                                 // s: two cycles
  static constexpr double kSampleInterval = 3e-3;                          // s
  constexpr double kSteps[] = {3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 3e-6};  // s: divide the interval
  constexpr double kReferenceStep = 2e-7;                                  // s
  constexpr char kTolerance[] = "1e-8";  // tight, so that the step dominates the error
  constexpr size_t kFirstOfSlope = 2;    // two decades from there on
  const char* const name = "gripper-shake-mug";
  const measure::Method method{"tamsi", {{"tolerance", kTolerance}}, "tamsi"};
  const auto scene =
      std::make_shared<const measure::MeasuredScene>(measure::PrepareScene(scene::FindScene(name)));
  const int nv = scene::BuildScene(scene::FindScene(name)).world->model().nv();
  std::deque<VelocitySamples> samples(std::size(kSteps) + 1);
  const auto order = [&](double dt, VelocitySamples& result) {
    queue.Add<VelocitySamples>(measure::MeasurementQueue::Kind::kParallel,
                               {"tamsi: velocities", scene.get(), method, dt, fmt::format("{} s", kDuration)},
                               {}, result, [&queue, method, dt, scene, name] {
                                 return SampleVelocities(name, method, dt, kDuration, kSampleInterval,
                                                         queue.stop());
                               });
  };
  order(kReferenceStep, samples.back());
  for (size_t i = 0; i < std::size(kSteps); ++i) order(kSteps[i], samples[i]);
  queue.Run();

  const double speed = kShakeFrequency * kShakeAmplitude;  // A / T
  plot::ReportTable table{"fig-8",
                          {{"dt", "step", "In JSON: s."},
                           {"linear", "translation", "L2 norm of the error of velocities, over A / T."},
                           {"angular", "rotation", "The same of angular velocities, times T."}},
                          {}};
  plot::LinePlot::Series linear{"translation", {}, {}}, angular{"rotation", {}, {}}, first{"slope 1", {}, {}};
  for (size_t i = 0; i < std::size(kSteps); ++i) {
    const double dt = kSteps[i];
    VelocityError error = CompareSamples(samples[i], samples.back(), nv);
    error.linear /= speed, error.angular /= kShakeFrequency;
    table.rows.push_back({plot::NumberCell(dt, DurationText(dt)), plot::NumberCell(error.linear),
                          plot::NumberCell(error.angular)});
    if (!std::isfinite(error.linear + error.angular)) continue;
    linear.x.push_back(dt * kShakeFrequency), linear.y.push_back(error.linear);
    angular.x.push_back(dt * kShakeFrequency), angular.y.push_back(error.angular);
  }
  for (const double x : {linear.x.front(), linear.x.back()})
    first.x.push_back(x), first.y.push_back(linear.y.back() * x / linear.x.back());
  plot::ReportFigure figure{"fig-8", "Errors of velocities against the step, both without units.", {}};
  figure.plot.title = "Convergence on the shaken gripper (Fig. 8)";
  figure.plot.x = {"step / period", plot::LinePlot::Scale::kLog};
  figure.plot.y = {"error", plot::LinePlot::Scale::kLog};
  figure.plot.series = {linear, angular, first};
  plot::ReportSection section;
  section.heading = "Castro et al. 2020, Fig. 8: convergence with the step";
  section.paragraphs.push_back(fmt::format(
      "The mug whose centre of mass is off, shaken for {:g} s, against steps of {}; samples every {}. Slopes "
      "over the last two decades: translation {:.2f}, rotation {:.2f}; over all steps: {:.2f}, {:.2f}. The "
      "paper measures against steps of 0.1 µs.",
      kDuration, DurationText(kReferenceStep), DurationText(kSampleInterval), Slope(linear, kFirstOfSlope),
      Slope(angular, kFirstOfSlope), Slope(linear, 0), Slope(angular, 0)));
  section.tables.push_back(std::move(table));
  section.figures.push_back(std::move(figure));
  return {section};
}

}  // namespace slipstick::tamsi_experiments
