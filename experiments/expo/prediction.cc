// Fig. 5: the contact force of a foot, as predicted with A and b of the first instant, and as simulated.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "experiments/expo/expo_experiments.h"
#include "experiments/expo/motions.h"
#include "slipstick/steppers/expo/expo_stepper.h"
#include "slipstick/steppers/registry.h"

namespace slipstick::expo_experiments {
namespace {

constexpr double kHorizon = 20e-3;  ///< s
constexpr int kSamples = 80;
constexpr double kFineStep = 1e-6;  ///< s
/// s: damping is ramped up over the first micrometre (laws/anchor_law.h).
constexpr double kTouchDown = 0.25e-3;
constexpr double kImpactSpeeds[] = {0.0, 0.05, 0.1, 0.2};  ///< m/s, down

struct Curves {
  std::vector<double> t, predicted, simulated;  ///< ms, N
};

/// Number of fine steps before sample k: samples are dense where forces change fast.
int FineSteps(int k) {
  const double fraction = static_cast<double>(k) / kSamples;
  return static_cast<int>(std::lround(kHorizon / kFineStep * fraction * fraction));
}

/// 0 for an open contact.
double NormalForce(const StepReport& report, uint64_t contact_id) {
  for (const ContactReport& contact : report.contacts)
    if (contact.id == contact_id) return Dot(contact.force, contact.normal);
  return 0.0;
}

/// The normal force on the first foot from the start of the scene; the robot starts with a downward speed.
Curves Predict(const Scene& scene, double speed) {
  const World& world = *scene.world;
  State state = scene.initial;
  state.v(2) = -speed;
  Actuation actuation(world.model());
  scene.controls->Update(scene.initial, actuation);
  Curves curves;
  std::vector<double> times;
  for (int k = 0; k <= kSamples; ++k) times.push_back(kFineStep * FineSteps(k));

  auto fine = steppers::MakeStepper("rk4", world);
  fine->Step(actuation, kFineStep, state);  // until contact
  expo::ExpoStepper expo(world, {});
  const expo::ForcePrediction prediction = expo.PredictForces(actuation, state, times);
  if (prediction.contacts.empty()) return curves;
  State sampled;
  for (int k = 0, done = 0; k <= kSamples; ++k) {
    for (; done < FineSteps(k); ++done) fine->Step(actuation, kFineStep, state);
    sampled = state;
    const StepReport& report = fine->Step(actuation, kFineStep, sampled);
    curves.t.push_back(1e3 * times[k]);
    curves.predicted.push_back(prediction.contacts[0].force[k].z);
    curves.simulated.push_back(NormalForce(report, prediction.contacts[0].id));
  }
  return curves;
}

std::vector<plot::Cell> Row(double speed, const Curves& curves) {
  double max = 0.0, mean = 0.0, before = 0.0;
  const double largest = *std::max_element(curves.simulated.begin(), curves.simulated.end());
  for (size_t k = 0; k < curves.t.size(); ++k) {
    const double error = std::abs(curves.predicted[k] - curves.simulated[k]);
    if (curves.t[k] >= 1e3 * kTouchDown) max = std::max(max, error);
    if (k > 0) mean += 0.5 * (before + error) * (curves.t[k] - curves.t[k - 1]) / (1e3 * kHorizon);
    before = error;
  }
  return {plot::NumberCell(speed, fmt::format("{:g}", speed)),
          plot::NumberCell(largest, fmt::format("{:.2f}", largest)),
          plot::NumberCell(mean, fmt::format("{:.3f}", mean)),
          plot::NumberCell(max, fmt::format("{:.3f}", max))};
}

}  // namespace

std::vector<plot::ReportSection> Prediction(measure::MeasurementQueue&) {
  plot::ReportSection section;
  section.heading = "Hammoud et al. 2022, Fig. 5: contact forces predicted over 20 ms";
  section.paragraphs.emplace_back(
      "At the start of the squat, with its first torques held and a downward speed of the robot. The "
      "prediction is the solution of Eq. 11 with A and b of the first instant, bilateral and without the "
      "friction cone; the simulation uses steps of 1 µs. The paper shows curves without numbers and finds "
      "the prediction accurate over 20 ms.");
  plot::ReportTable table{
      "prediction",
      {{"speed", "speed [m/s]", "Impact speed of the feet."},
       {"largest", "largest [N]", "Largest normal force on the foot in the simulation."},
       {"mean_error", "mean error [N]", "Mean difference between prediction and simulation."},
       {"max_error", "max error [N]", "Largest difference after the first 0.25 ms."}},
      {}};
  const auto scene = SceneOf(MotionCalled("solo-squat"));
  for (const double speed : kImpactSpeeds) {
    const Curves curves = Predict(measure::BuildFor(*scene, {"expo"}, scene->window), speed);
    if (curves.t.empty()) continue;
    table.rows.push_back(Row(speed, curves));
    plot::ReportFigure figure{fmt::format("force-at-{:g}", speed),
                              fmt::format("Normal force on a foot that meets the ground at {:g} m/s.", speed),
                              {}};
    figure.plot.title = fmt::format("Normal force on a foot, {:g} m/s at impact", speed);
    figure.plot.x = {"time [ms]"};
    figure.plot.y = {"force [N]"};
    figure.plot.series.push_back({"predicted", curves.t, curves.predicted});
    figure.plot.series.push_back({"simulated", curves.t, curves.simulated});
    section.figures.push_back(std::move(figure));
  }
  section.tables.push_back(std::move(table));
  return {section};
}

}  // namespace slipstick::expo_experiments
