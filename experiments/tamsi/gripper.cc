#include "experiments/tamsi/gripper.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>

#include "experiments/tamsi/build_with.h"
#include "experiments/tamsi/coulomb_line.h"
#include "experiments/tamsi/tamsi_experiments.h"
#include "slipstick/core/duration_text.h"
#include "slipstick/run/simulation.h"
#include "slipstick/scene/scene_library.h"

namespace slipstick::tamsi_experiments {
namespace {

constexpr double kPaperGripperStep = 3e-3;                   // s
constexpr double kPaperGripperTime = 0.123;                  // s of wall-clock time for 5 s, on an i7-6900K
constexpr double kMujocoLeast = 0.061, kMujocoMost = 0.069;  // s, for the same work on our kind of machine

/// Indices in q: the lift of the gripper, and the position of the mug.
struct GripperPlaces {
  explicit GripperPlaces(const Model& model) : lift(model.joints()[0].q), mug(model.joints()[2].q) {}
  int lift, mug;
};

bool TouchesOnBothSides(const StepReport& report) {
  bool first = false, second = false;
  for (const ContactReport& contact : report.contacts) {
    if (contact.mode == ContactMode::kOpen) continue;
    // Body 0 is the palm with its finger, the next one the other finger.
    (std::min(contact.body_a, contact.body_b) == 0 ? first : second) = true;
  }
  return first && second;
}

}  // namespace

void GraspRun::Visit(FieldVisitor& visit) {
  visit.Flag("held", held);
  visit.Number("slip", slip);
  visit.Number("tilt", tilt);
  visit.Number("wall_time", wall_time);
  visit.Number("iterations", iterations);
  visit.Integer("split_steps", split_steps);
  visit.Integer("substeps", substeps);
  visit.Number("evaluations", evaluations);
  visit.Series("t", t);
  visit.Series("wall", wall);
  visit.Series("lift", lift);
  visit.Series("excursion", excursion);
}

GraspRun MeasureGrasp(const char* scene_name, const measure::Method& method, double dt, int repeats,
                      const StopFlag* stop) {
  const Scene scene = BuildWith(scene::FindScene(scene_name), method, dt, kShakeDuration);
  const GripperPlaces places(scene.world->model());
  GraspRun run;
  std::vector<double> least;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    Simulation simulation(scene);
    run.held = true;
    run.iterations = run.evaluations = run.slip = run.tilt = 0.0;
    run.split_steps = run.substeps = 0;
    run.excursion.clear(), run.lift.clear();
    simulation.Observe([&](const StepView& step) {
      const auto& q = step.after.q;
      run.held = run.held && TouchesOnBothSides(step.report);
      run.excursion.push_back(q(places.mug + 2) - q(places.lift));
      run.lift.push_back(q(places.lift));
      run.slip = std::max(run.slip, std::abs(run.excursion.back()));
      run.tilt = std::max(run.tilt,
                          2.0 * std::atan2(q.segment<3>(places.mug + 3).norm(), std::abs(q(places.mug + 6))));
      run.iterations += step.report.iterations;
      run.evaluations += step.report.evaluations;
      run.split_steps += step.report.substeps > 1;
      run.substeps += step.report.substeps;
    });
    const int64_t steps = simulation.plan().num_steps();
    least.resize(steps, std::numeric_limits<double>::infinity());
    for (int64_t k = 0; k < steps && !simulation.failed(); ++k) {
      ThrowIfStopped(stop);
      const double before = simulation.wall_time();
      simulation.StepOnce();
      least[k] = std::min(least[k], simulation.wall_time() - before);
    }
    run.held = run.held && !simulation.failed();
    run.iterations /= static_cast<double>(steps);
    run.evaluations /= static_cast<double>(steps);
  }
  run.wall_time = 0.0;
  for (size_t k = 0; k < least.size(); ++k) {
    run.wall_time += least[k];
    run.t.push_back(static_cast<double>(k + 1) * dt), run.wall.push_back(run.wall_time);
  }
  return run;
}

void AddGrasp(GraspMeasurement& grasp, int repeats, measure::MeasurementQueue& queue) {
  const auto scene =
      std::make_shared<const measure::MeasuredScene>(measure::PrepareScene(scene::FindScene(grasp.scene)));
  queue.Add<GraspRun>(measure::MeasurementQueue::Kind::kTiming,
                      {"tamsi: grasp", scene.get(), grasp.method, grasp.dt, fmt::format("{}", repeats)}, {},
                      grasp.run, [&grasp, &queue, repeats, scene] {
                        return MeasureGrasp(grasp.scene, grasp.method, grasp.dt, repeats, queue.stop());
                      });
}

namespace {

plot::Cell HeldCell(const GraspRun& run) { return plot::TextCell(run.held ? "yes" : "no"); }
plot::Cell Millis(double seconds) { return plot::NumberCell(seconds, fmt::format("{:.1f}", 1e3 * seconds)); }

/// Motion of the mug at the step of the paper.
plot::ReportFigure DrawExcursion(const std::deque<GraspMeasurement>& grasps) {
  plot::ReportFigure figure{"gripper-mug",
                            "Height of the mug relative to the fingers at steps of 3 ms, and a tenth of the "
                            "height of the shaken gripper. The mug slips in every cycle and is held.",
                            {}};
  figure.plot.title = "A mug in a shaken gripper";
  figure.plot.x = {"time [s]"};
  figure.plot.y = {"height [mm]"};
  const auto in_millimetres = [](std::vector<double> values, double factor) {
    for (double& value : values) value *= 1e3 * factor;
    return values;
  };
  for (const GraspMeasurement& grasp : grasps) {
    if (grasp.dt != kPaperGripperStep) continue;
    figure.plot.series.push_back(
        {fmt::format("mug, {}", grasp.scene), grasp.run.t, in_millimetres(grasp.run.excursion, 1.0)});
    if (figure.plot.series.size() == 1)
      figure.plot.series.push_back({"gripper / 10", grasp.run.t, in_millimetres(grasp.run.lift, 0.1)});
  }
  return figure;
}

}  // namespace

std::vector<plot::ReportSection> Gripper(measure::MeasurementQueue& queue) {
  constexpr double kSteps[] = {0.3e-3, 1e-3, 3e-3, 10e-3};  // s
  constexpr int kRepeats = 5;
  std::deque<GraspMeasurement> grasps;
  for (const char* scene : {"gripper-shake", "gripper-shake-motion", "gripper-shake-mug"})
    for (const double dt : kSteps) grasps.push_back({scene, {"tamsi"}, dt, {}});
  for (GraspMeasurement& grasp : grasps) AddGrasp(grasp, kRepeats, queue);
  queue.Run();
  plot::ReportTable table{
      "gripper",
      {{"scene", "scene", "", true},
       {"dt", "step", "In JSON: s."},
       {"held", "held", "Both fingers are in contact with the mug in every step.", true},
       {"slip", "slip [mm]", "Largest excursion of the mug along the fingers (in JSON: m)."},
       {"tilt", "tilt [deg]", "Largest rotation of the mug (in JSON: rad)."},
       {"iterations", "iterations", "Newton steps, mean."},
       {"split_steps", "split steps", "Steps split into sub-steps."},
       {"wall_time", "ms for 5 s", "Stepper and controller, one thread, minimum of every step (in JSON: s)."},
       {"real_time_factor", "real-time factor", ""}},
      {}};
  for (const GraspMeasurement& grasp : grasps)
    table.rows.push_back(
        {plot::TextCell(grasp.scene), plot::NumberCell(grasp.dt, DurationText(grasp.dt)), HeldCell(grasp.run),
         plot::NumberCell(grasp.run.slip, fmt::format("{:.2f}", 1e3 * grasp.run.slip)),
         plot::NumberCell(grasp.run.tilt, fmt::format("{:.1f}", grasp.run.tilt * 180.0 / M_PI)),
         plot::NumberCell(grasp.run.iterations, fmt::format("{:.2f}", grasp.run.iterations)),
         plot::NumberCell(grasp.run.split_steps, fmt::format("{}", grasp.run.split_steps)),
         Millis(grasp.run.wall_time),
         plot::NumberCell(kShakeDuration / grasp.run.wall_time,
                          fmt::format("{:.0f}", kShakeDuration / grasp.run.wall_time))});
  plot::ReportSection section;
  section.heading = "Castro et al. 2020, VI-A: a shaken gripper";
  section.paragraphs.push_back(
      fmt::format("Two pads of eight spheres hold a mug of 100 g with 10 N and friction 0.1, and are shaken "
                  "by 15 cm at 2 Hz without gravity: the mug slips in every cycle. On a line, with Coulomb's "
                  "law, it slips {:.2f} mm. The paper takes {:.0f} ms for these 5 s at {:.0f} ms; MuJoCo "
                  "took {:.0f} to {:.0f} ms on our kind of machine.",
                  1e3 * SlipOnALine(), 1e3 * kPaperGripperTime, 1e3 * kPaperGripperStep, 1e3 * kMujocoLeast,
                  1e3 * kMujocoMost));
  section.remarks = {
      "gripper-shake is actuated by a force, as the example program of the paper; gripper-shake-motion by a "
      "stiff position controller with an amplitude of 15 cm; in gripper-shake-mug the centre of mass of the "
      "mug is 1 cm off its axis, so it also rotates."};
  section.tables.push_back(std::move(table));
  section.figures.push_back(DrawExcursion(grasps));
  return {section};
}

}  // namespace slipstick::tamsi_experiments
