// Sections VI-B and VI-C: a hand turns a mug, and an arm grips, shakes and places a bottle. Both motions are
// ours.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <numbers>

#include "experiments/run_to_end.h"
#include "experiments/tamsi/build_with.h"
#include "experiments/tamsi/tamsi_experiments.h"
#include "slipstick/core/duration_text.h"
#include "slipstick/core/fields.h"
#include "slipstick/dynamics/kinematics.h"
#include "slipstick/measure/unknown.h"
#include "slipstick/run/simulation.h"
#include "slipstick/scene/scene_library.h"
#include "slipstick/scene/scene_reader.h"

namespace slipstick::tamsi_experiments {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kTrackEvery = 0.02;  // s

/// A scene, its object, and the time in which the object should not move in the hand.
struct Manipulation {
  const char *scene, *object;
  const char* hand;          ///< a frame; empty: the world
  double grasped, released;  // s
};
constexpr Manipulation kHandAndMug{"allegro-mug", "mug/mug", "", 3.0, 15.0};
constexpr Manipulation kArmAndBottle{"iiwa-bottle", "bottle", "grasp", 3.2, 8.8};

constexpr double kPaperHandTime = 7.0, kPaperHandStep = 0.7e-3;  // s of wall clock for 15 s; s

/// Motion of an object that a robot manipulates.
struct ObjectTrack {
  bool finished = false;
  double duration = 0.0, wall_time = measure::kUnknown;  ///< s
  double moved = 0.0;  ///< largest distance from its position in the hand at the grasp, m
  double contacts = 0.0, iterations = 0.0;  ///< means of a step
  int split_steps = 0;
  double largest_grip = 0.0, min_grip = 1e9;  ///< sum of normal forces from the robot while it is held, N
  double x = measure::kUnknown, y = measure::kUnknown;  ///< at the end, m
  /// Over time: height (m), angle of its z axis to the horizontal (rad), normal forces from the robot and
  /// from the world (N).
  std::vector<double> t, height, tilt, grip, support;

  void Visit(FieldVisitor& visit) {
    visit.Flag("finished", finished);
    visit.Number("duration", duration);
    visit.Number("wall_time", wall_time);
    visit.Number("moved", moved);
    visit.Number("contacts", contacts);
    visit.Number("iterations", iterations);
    visit.Integer("split_steps", split_steps);
    visit.Number("largest_grip", largest_grip);
    visit.Number("min_grip", min_grip);
    visit.Number("x", x);
    visit.Number("y", y);
    visit.Series("t", t);
    visit.Series("height", height);
    visit.Series("tilt", tilt);
    visit.Series("grip", grip);
    visit.Series("support", support);
  }
};

class ObjectObserver {
 public:
  ObjectObserver(const Scene& scene, const Manipulation& what, ObjectTrack& track)
      : model_(scene.world->model()),
        what_(what),
        body_(model_.body(what.object)),
        frame_(*what.hand == 0 ? -1 : model_.frame(what.hand)),
        ws_(model_),
        track_(track) {}

  void operator()(const StepView& step) {
    const double t = step.after.t;
    Measure(step);
    if (t < what_.grasped) in_hand_ = place_;
    const bool is_held = t >= what_.grasped && t < what_.released;
    const double moved = is_held ? (place_ - in_hand_).norm() : 0.0;
    track_.moved = std::max(track_.moved, moved);
    track_.largest_grip = std::max(track_.largest_grip, is_held ? grip_ : 0.0);
    if (is_held && t < what_.released - 1.0) track_.min_grip = std::min(track_.min_grip, grip_);
    track_.iterations += step.report.iterations;
    track_.split_steps += step.report.substeps > 1;
    track_.contacts += static_cast<double>(step.report.contacts.size());
    if (t >= next_) Keep(t);
  }

 private:
  void Measure(const StepView& step) {
    dynamics::ForwardKinematics<double>(model_, step.after.q, ws_);
    const dynamics::BodyState<double>& body = ws_.body[body_];
    const Vec3<double> p = ws_.p_WB(model_, body_);
    object_ = {p.x, p.y, p.z};
    axis_ = {body.R.z.x, body.R.z.y, body.R.z.z};
    const Pose hand = frame_ < 0 ? Pose{} : dynamics::FramePose(model_, ws_, frame_);
    place_ = hand.R.transpose() * (object_ - hand.p);
    grip_ = support_ = 0.0;
    for (const ContactReport& contact : step.report.contacts) {
      if (contact.body_a != body_ && contact.body_b != body_) continue;
      const int other = contact.body_a == body_ ? contact.body_b : contact.body_a;
      (other == model::kWorld ? support_ : grip_) += Dot(contact.force, contact.normal);
    }
  }
  void Keep(double t) {
    next_ += kTrackEvery;
    track_.t.push_back(t);
    track_.height.push_back(object_.z());
    track_.tilt.push_back(std::asin(std::clamp(axis_.z(), -1.0, 1.0)));
    track_.grip.push_back(grip_);
    track_.support.push_back(support_);
    track_.x = object_.x(), track_.y = object_.y();
  }

  const Model& model_;
  Manipulation what_;
  int body_, frame_;
  Workspace<double> ws_;
  ObjectTrack& track_;
  Eigen::Vector3d object_, axis_, place_, in_hand_ = Eigen::Vector3d::Zero();
  double grip_ = 0.0, support_ = 0.0, next_ = 0.0;
};

ObjectTrack Track(const Manipulation& what, const measure::Method& method, double dt, const StopFlag* stop) {
  constexpr int kRepeats = 3;
  const Scene scene = BuildWith(scene::FindScene(what.scene), method, dt);
  ObjectTrack track;
  double least = std::numeric_limits<double>::infinity();
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    track = {};
    Simulation simulation(scene);
    ObjectObserver observer(scene, what, track);
    simulation.Observe(std::ref(observer));
    experiments::RunToEnd(simulation, stop);
    const auto steps = static_cast<double>(simulation.steps_done());
    track.finished = simulation.done();
    track.iterations /= steps, track.contacts /= steps;
    least = std::min(least, simulation.wall_time());
    track.duration = simulation.state().t;
  }
  track.wall_time = least;
  return track;
}

void AddTrack(const Manipulation& what, const measure::Method& method, double dt, ObjectTrack& track,
              measure::MeasurementQueue& queue) {
  const auto scene =
      std::make_shared<const measure::MeasuredScene>(measure::PrepareScene(scene::FindScene(what.scene)));
  queue.Add<ObjectTrack>(
      measure::MeasurementQueue::Kind::kTiming, {"tamsi: manipulation", scene.get(), method, dt, ""}, {},
      track, [&what, &queue, method, dt, scene] { return Track(what, method, dt, queue.stop()); });
}

plot::ReportFigure DrawTrack(const char* name, const char* title, const char* axis,
                             const std::vector<std::pair<const char*, std::vector<double>>>& curves,
                             const ObjectTrack& track, double unit) {
  plot::ReportFigure figure{name, title, {}};
  figure.plot.title = title;
  figure.plot.x = {"time [s]"};
  figure.plot.y = {axis};
  for (const auto& [label, values] : curves) {
    std::vector<double> scaled = values;
    for (double& value : scaled) value /= unit;
    figure.plot.series.push_back({label, track.t, scaled});
  }
  return figure;
}

std::vector<plot::ReportColumn> TrackColumns() {
  return {
      {"method", "method", "", true},
      {"dt", "step", "In JSON: s."},
      {"finished", "finished", "", true},
      {"moved", "moved [mm]", "Largest distance from its position in the hand at the grasp (in JSON: m)."},
      {"contacts", "contacts", "Mean number."},
      {"iterations", "iterations", "Newton steps, mean."},
      {"split_steps", "split steps", "Steps split into sub-steps."},
      {"wall_time", "wall [s]", "Stepper and controller, one thread, minimum of several runs."},
      {"real_time_factor", "real-time factor", ""}};
}
std::vector<plot::Cell> TrackRow(const measure::Method& method, double dt, const ObjectTrack& track) {
  return {plot::TextCell(method.name()),
          plot::NumberCell(dt, DurationText(dt)),
          plot::TextCell(track.finished ? "yes" : "no"),
          plot::NumberCell(track.moved, fmt::format("{:.1f}", 1e3 * track.moved)),
          plot::NumberCell(track.contacts, fmt::format("{:.1f}", track.contacts)),
          plot::NumberCell(track.iterations, fmt::format("{:.2f}", track.iterations)),
          plot::NumberCell(track.split_steps, fmt::format("{}", track.split_steps)),
          plot::NumberCell(track.wall_time, fmt::format("{:.3f}", track.wall_time)),
          plot::NumberCell(track.duration / track.wall_time,
                           fmt::format("{:.1f}", track.duration / track.wall_time))};
}

}  // namespace

std::vector<plot::ReportSection> HandAndMug(measure::MeasurementQueue& queue) {
  const std::vector<double> steps = {kPaperHandStep, 2.0 * kPaperHandStep, 3e-3};
  std::deque<ObjectTrack> tracks(steps.size());
  for (size_t i = 0; i < steps.size(); ++i) AddTrack(kHandAndMug, {"tamsi"}, steps[i], tracks[i], queue);
  queue.Run();
  plot::ReportSection section;
  section.heading = "Castro et al. 2020, VI-B: a hand turns a mug";
  section.paragraphs.push_back(fmt::format(
      "16 joints, boxes and round fingertips, a mug with a handle, no gravity; gains and step of the paper, "
      "which takes {:.1f} s for 15 s (2.1 times faster than real time). The original motion waits for events "
      "and cannot be repeated; this schedule is ours: grasp within 3 s, then the index and the ring finger "
      "press in turn, every 1.5 s.",
      kPaperHandTime));
  plot::ReportTable table{"allegro", TrackColumns(), {}};
  for (size_t i = 0; i < steps.size(); ++i) table.rows.push_back(TrackRow({"tamsi"}, steps[i], tracks[i]));
  section.tables.push_back(std::move(table));
  section.figures.push_back(DrawTrack("allegro-tilt",
                                      "Axis of the mug against the horizontal, at steps of 0.7 ms",
                                      "tilt [deg]", {{"mug", tracks[0].tilt}}, tracks[0], kDegree));
  section.figures.push_back(DrawTrack("allegro-grip", "Sum of the normal forces of the hand on the mug",
                                      "force [N]", {{"hand", tracks[0].grip}}, tracks[0], 1.0));
  return {section};
}

std::vector<plot::ReportSection> ArmAndBottle(measure::MeasurementQueue& queue) {
  const std::vector<measure::Method> methods = {{"tamsi"}, {"implicit-euler"}, {"expo"}, {"relaxed"}};
  const double dt = scene::BuildScene(scene::FindScene(kArmAndBottle.scene)).dt;
  std::deque<ObjectTrack> tracks(methods.size());
  for (size_t i = 0; i < methods.size(); ++i) AddTrack(kArmAndBottle, methods[i], dt, tracks[i], queue);
  queue.Run();
  plot::ReportSection section;
  section.heading = "Castro et al. 2020, VI-C: an arm grips, shakes and places a bottle";
  section.paragraphs.emplace_back(
      "An arm of seven joints with a two-finger gripper takes a bottle of 0.5 kg from a table, shakes it by "
      "5 cm at 2.5 Hz and puts it down elsewhere. Keyframes of the hand become joint motions by inverse "
      "kinematics, which inverse dynamics with feedback follows; fingers press with three times the measured "
      "load and release only when the table carries the bottle. The motion of the paper is not published; "
      "this one is ours.");
  plot::ReportTable table{"iiwa", TrackColumns(), {}};
  table.columns.push_back(
      {"grip", "grip [N]",
       "Sum over both fingers while it is held: minimum and maximum (in JSON: the maximum)."});
  table.columns.push_back(
      {"place", "final position [m]", "x, y of the bottle at the end; the target is 0.75, 0.20.", true});
  for (size_t i = 0; i < methods.size(); ++i) {
    table.rows.push_back(TrackRow(methods[i], dt, tracks[i]));
    table.rows.back().push_back(plot::NumberCell(
        tracks[i].largest_grip, fmt::format("{:.0f} - {:.0f}", tracks[i].min_grip, tracks[i].largest_grip)));
    table.rows.back().push_back(plot::TextCell(fmt::format("{:.3f}, {:.3f}", tracks[i].x, tracks[i].y)));
  }
  section.tables.push_back(std::move(table));
  section.figures.push_back(
      DrawTrack("iiwa-grip", "Normal forces of fingers and table on the bottle (tamsi)", "normal force [N]",
                {{"fingers", tracks[0].grip}, {"table", tracks[0].support}}, tracks[0], 1.0));
  section.figures.push_back(DrawTrack("iiwa-height", "Height of the centre of the bottle (tamsi)",
                                      "height [m]", {{"bottle", tracks[0].height}}, tracks[0], 1.0));
  return {section};
}

}  // namespace slipstick::tamsi_experiments
