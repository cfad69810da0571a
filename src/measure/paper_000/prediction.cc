// Fig. 5: the force that a foot is going to feel, as the method predicts it with A and b of this instant, and as it comes.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "measure/paper_000/paper_000.h"
#include "steppers/exponential/exponential_stepper.h"
#include "steppers/registry.h"

namespace slipstick::paper_000 {
namespace {

constexpr double kHorizon = 20e-3;  ///< s
constexpr int kSamples = 80;
constexpr double kFineStep = 1e-6;                   ///< s
constexpr double kSpeeds[] = {0.0, 0.05, 0.1, 0.2};  ///< m/s, down

struct Curves {
  std::vector<double> t, predicted, met;  ///< ms, N
};

/// The normal force on the first foot from the start of the scene, at which the robot is given a speed downwards.
Curves Predict(const Scene& scene, double speed) {
  const World& world = *scene.world;
  State state = scene.initial;
  state.v(2) = -speed;
  Actuation actuation(world.model());
  scene.controls->Update(scene.initial, actuation);
  Curves curves;
  std::vector<double> times;
  for (int k = 1; k <= kSamples; ++k) times.push_back(kHorizon * k / kSamples);

  auto fine = MakeStepper("rk4", world);
  fine->Step(actuation, kFineStep, state);  // until it touches
  ExponentialStepper expo(world, {});
  const ForcePrediction prediction = expo.PredictForces(actuation, state, times);
  if (prediction.contacts.empty()) return curves;
  for (int k = 0; k < kSamples; ++k) {
    const int steps = static_cast<int>(std::lround(kHorizon / kSamples / kFineStep));
    const StepReport* report = nullptr;
    for (int i = 0; i < steps; ++i) report = &fine->Step(actuation, kFineStep, state);
    double met = 0.0;  // if it has left the ground
    for (const ContactReport& contact : report->contacts)
      if (contact.id == prediction.contacts[0].id) met = Dot(contact.force, contact.normal);
    curves.t.push_back(1e3 * times[k]);
    curves.predicted.push_back(prediction.contacts[0].force[k].z);
    curves.met.push_back(met);
  }
  return curves;
}

std::vector<Cell> Row(double speed, const Curves& curves) {
  double worst = 0.0, sum = 0.0;
  const double largest = *std::max_element(curves.met.begin(), curves.met.end());
  for (size_t k = 0; k < curves.t.size(); ++k) {
    const double error = std::abs(curves.predicted[k] - curves.met[k]);
    worst = std::max(worst, error);
    sum += error / static_cast<double>(curves.t.size());
  }
  return {NumberCell(speed, fmt::format("{:g}", speed)), NumberCell(largest, fmt::format("{:.2f}", largest)),
          NumberCell(sum, fmt::format("{:.3f}", sum)), NumberCell(worst, fmt::format("{:.3f}", worst))};
}

}  // namespace

std::vector<ReportSection> Prediction(Laboratory&) {
  ReportSection section;
  section.heading = "Paper 000, Fig. 5: contact forces predicted over 20 ms";
  section.paragraphs.emplace_back(
      "At the start of the squat, with its first torques held and the robot given a speed downwards. The "
      "prediction is the solution of "
      "Eq. 11 with A and b as they are now, bilateral and before the friction cone; what is met is simulated "
      "in steps of 1 µs. The paper "
      "shows curves and no numbers, and finds the prediction accurate over 20 ms.");
  ReportTable table{"prediction",
                    {{"speed", "speed", "with which the feet meet the ground, m/s"},
                     {"largest", "largest N", "largest normal force on the foot that was met, N"},
                     {"mean_error", "mean error N", "mean difference between prediction and what was met, N"},
                     {"worst_error", "worst N", "largest difference, N"}},
                    {}};
  const auto scene = SceneOf(Motions().front());
  for (const double speed : kSpeeds) {
    const Curves curves = Predict(BuildFor(*scene, {"expo"}, scene->window), speed);
    if (curves.t.empty()) continue;
    table.rows.push_back(Row(speed, curves));
    ReportFigure figure{fmt::format("force-at-{:g}", speed),
                        fmt::format("Normal force on a foot that meets the ground at {:g} m/s.", speed),
                        {}};
    figure.plot.title = fmt::format("Normal force on a foot, {:g} m/s at impact", speed);
    figure.plot.x = {"time [ms]"};
    figure.plot.y = {"force [N]"};
    figure.plot.series.push_back({"predicted", curves.t, curves.predicted});
    figure.plot.series.push_back({"met", curves.t, curves.met});
    section.figures.push_back(std::move(figure));
  }
  section.tables.push_back(std::move(table));
  return {section};
}

}  // namespace slipstick::paper_000
