// The walk of the humanoid of the paper with several steppers, with disturbance forces and on slopes; film
// and figures.
#include <fmt/core.h>

#include <deque>
#include <numbers>

#include "experiments/expo/expo_experiments.h"
#include "experiments/expo/walk_run.h"
#include "slipstick/control/plans/biped_walk.h"
#include "slipstick/plot/centre_of_pressure.h"
#include "slipstick/plot/film.h"
#include "slipstick/plot/stacked_plot.h"
#include "slipstick/run/recorded_run.h"
#include "slipstick/scene/scene_library.h"

namespace slipstick::expo_experiments {
namespace {

constexpr double kStep = 5e-3;  // s: stable with all methods
constexpr char kWalkScene[] = "humanoid-walk";

struct Condition {
  const char* name;
  const char* label;
  std::vector<SceneEdit> edits;
};
const std::vector<Condition>& Conditions() {
  const auto edit = [](const char* key, const char* value) { return SceneEdit{key, value, "walk"}; };
  static const std::vector<Condition> conditions = {
      {"level", "level floor", {}},
      {"control-5ms", "control every 5 ms", {edit("control_period", "5 ms")}},
      {"disturbed-left",
       "disturbance of 10 N to the left for 0.5 s",
       {edit("pushes", "[{ body = \"body\", force = [0, 10, 0], at = 3, over = 0.5 }]")}},
      {"disturbed-right",
       "disturbance of 10 N to the right for 0.5 s",
       {edit("pushes", "[{ body = \"body\", force = [0, -10, 0], at = 3, over = 0.5 }]")}},
      {"down", "2 deg downhill", {edit("ground.slope", "2 deg")}},
      {"up", "2 deg uphill", {edit("ground.slope", "-2 deg")}},
      {"sideways",
       "2 deg slope to the left",
       {edit("ground.slope", "2 deg"), edit("ground.downhill", "90 deg")}},
  };
  return conditions;
}

struct WalkRow {
  const Condition* condition;
  measure::Method method;
  WalkRun run;
};

std::vector<plot::Cell> WalkCells(const WalkRow& row) {
  const WalkRun& run = row.run;
  const auto millimetres = [](double metres) {
    return plot::NumberCell(metres, fmt::format("{:.1f}", 1e3 * metres));
  };
  return {plot::TextCell(row.condition->label),
          plot::TextCell(row.method.name()),
          plot::TextCell(run.finished ? "yes" : "no"),
          plot::NumberCell(run.steps, fmt::format("{}", run.steps)),
          plot::NumberCell(run.shortest_step, fmt::format("{:.1f}", 100.0 * run.shortest_step)),
          plot::NumberCell(run.progress, fmt::format("{:.3f}", run.progress)),
          plot::NumberCell(run.tilt, fmt::format("{:.2f}", run.tilt * 180.0 / std::numbers::pi)),
          plot::NumberCell(run.lowest, fmt::format("{:.3f}", run.lowest)),
          millimetres(run.com_error),
          millimetres(run.max_com_error),
          millimetres(run.max_foot_error),
          plot::NumberCell(run.unsolved, fmt::format("{}", run.unsolved)),
          plot::NumberCell(run.updates, fmt::format("{}", run.updates))};
}

plot::ReportTable TabulateWalks(const std::deque<WalkRow>& rows) {
  plot::ReportTable table{
      "walk",
      {{"condition", "condition", "", true},
       {"method", "method", "", true},
       {"finished", "finished", "No step failed.", true},
       {"steps", "steps", "Footsteps, counted by the positions at which feet carry load."},
       {"shortest_step", "shortest [cm]",
        "Shortest footstep: distance ahead of the other foot (in JSON: m)."},
       {"progress", "progress [m]", "Of the base, forward."},
       {"tilt", "tilt [deg]", "Of the base at the end (in JSON: rad)."},
       {"lowest", "lowest [m]", "Height of the base."},
       {"com_error", "CoM [mm]",
        "Distance of the centre of mass from its plan, mean over time (in JSON: m)."},
       {"max_com_error", "max CoM [mm]", "The same, largest."},
       {"max_foot_error", "max foot [mm]",
        "Distance of a swinging foot from its plan, largest (in JSON: m)."},
       {"unsolved", "unsolved",
        "Controller updates whose QP was infeasible; most of them relaxed speed limits."},
       {"updates", "updates", "Controller updates."}},
      {}};
  for (const WalkRow& row : rows) table.rows.push_back(WalkCells(row));
  return table;
}

// ---- pictures ----------------------------------------------------------------------------------

Recording RecordWalk(const Scene& scene) {
  Simulation simulation(scene);
  run::RunRecorder recorder(scene, simulation, "slipstick reproduce");
  simulation.Run();
  return recorder.Finish();
}

plot::LinePanel PressurePanel(const Recording& r, const plot::CentreOfPressure& cop,
                              const control::BipedWalk& plan, int axis) {
  plot::LinePanel panel{axis == 0 ? "Centre of pressure, forward" : "Centre of pressure, to the left",
                        axis == 0 ? "x [m]" : "y [m]",
                        {},
                        ""};
  std::vector<double> planned;
  for (const double t : r.t) planned.push_back(plan.ZeroMomentPoint(std::min(t, plan.duration()))[axis]);
  panel.series.push_back({"measured", r.t, axis == 0 ? cop.x : cop.y});
  panel.series.push_back({"planned", r.t, std::move(planned)});
  return panel;
}

std::vector<double> Millimetres(std::vector<double> metres) {
  for (double& value : metres) value *= 1e3;
  return metres;
}

plot::StackedPlot TrackingPanels(const Recording& r, const measure::Method& method, const WalkRun& run,
                                 const control::BipedWalk& plan) {
  plot::StackedPlot plot{
      "humanoid-walk", fmt::format("{}, steps of {:g} ms", method.name(), 1e3 * kStep), "time [s]", {}};
  const std::vector<plot::CentreOfPressure> cops = plot::CentresOfPressure(r);
  for (const int axis : {0, 1}) plot.panels.push_back(PressurePanel(r, cops[0], plan, axis));
  plot::LinePanel forces{"Force under the feet, upwards", "force [N]", {}, ""};
  forces.series.push_back({"sum", r.t, cops[0].load, true});
  for (size_t i = 1; i < cops.size(); ++i)
    forces.series.push_back({r.names.body(cops[i].body), r.t, cops[i].load});
  plot.panels.push_back(std::move(forces));
  plot::LinePanel errors{"Distance from the plan", "distance [mm]", {}, ""};
  errors.series.push_back({"centre of mass", run.t, Millimetres(run.com_errors)});
  errors.series.push_back({"left foot", run.t, Millimetres(run.left_errors)});
  errors.series.push_back({"right foot", run.t, Millimetres(run.right_errors)});
  plot.panels.push_back(std::move(errors));
  return plot;
}

void AddPictures(const measure::MeasuredScene& measured, const measure::Method& method, const WalkRun& run,
                 plot::ReportSection& section) {
  const Scene scene = measure::BuildFor(measured, method, kStep);
  const auto walker = FindWalker(scene);
  const Recording recording = RecordWalk(scene);
  plot::FilmStrip film = plot::DrawFilm(recording, *scene.world, kWalkScene);
  film.title = kWalkScene, film.subtitle = fmt::format("{}, steps of {:g} ms", method.name(), 1e3 * kStep);
  section.figures.push_back(
      {"walk-film", "The walk from the side, from the front and from above.", {}, plot::ToSvg(film)});
  section.figures.push_back(
      {"walk-tracking",
       "Measured and planned centre of pressure, vertical forces of the feet, and distance from the plan. "
       "The contact springs under the feet deflect by a millimetre.",
       {},
       plot::ToSvg(
           TrackingPanels(recording, method, run, dynamic_cast<const control::BipedWalk&>(walker->plan())))});
}

}  // namespace

std::vector<plot::ReportSection> Walk(measure::MeasurementQueue& queue) {
  plot::ReportSection section;
  section.heading = "Hammoud et al. 2022: the walk of the humanoid";
  section.paragraphs.emplace_back(
      "Four footsteps with task-space inverse dynamics: right, left, right, left support of 1.2 s each, "
      "torques held over 40 ms, contacts of 1e5 N/m and 300 N s/m at the corners of the soles, friction 1, "
      "as in the paper. The pattern and the gains are ours. The model of the controller contains neither "
      "disturbance forces nor slopes.");
  const std::vector<measure::Method> methods = experiments::AvailableMethods(
      {{"expo", "expo"}, {"implicit-euler", "implicit-euler"}, {"tamsi", "tamsi"}, {"relaxed", "relaxed"}},
      section.remarks);
  std::deque<WalkRow> rows;
  std::deque<std::shared_ptr<const measure::MeasuredScene>> scenes;
  for (const Condition& condition : Conditions()) {
    scene::SceneSource source = scene::FindScene(kWalkScene);
    source.edits = condition.edits;
    const auto scene =
        scenes.emplace_back(std::make_shared<const measure::MeasuredScene>(measure::PrepareScene(source)));
    for (const measure::Method& method : methods) {
      WalkRow& row = rows.emplace_back(WalkRow{&condition, method, {}});
      queue.Add<WalkRun>(
          measure::MeasurementQueue::Kind::kParallel, {"expo: walk", scene.get(), method, kStep, ""}, {},
          row.run, [&queue, scene, method] { return MeasureWalk(*scene, method, kStep, queue.stop()); });
    }
  }
  queue.Run();
  section.tables.push_back(TabulateWalks(rows));
  if (!rows.empty()) AddPictures(*scenes.front(), rows.front().method, rows.front().run, section);
  return {section};
}

}  // namespace slipstick::expo_experiments
