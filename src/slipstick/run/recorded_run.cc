#include "slipstick/run/recorded_run.h"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "slipstick/core/digest.h"
#include "slipstick/core/error.h"
#include "slipstick/record/settings.h"

namespace slipstick::run {
namespace {

constexpr char kStep[] = "step", kEvery[] = "every";  // names in the checkpoint

std::vector<std::string> ShapeNames(const World& world) {
  std::vector<std::string> names;
  for (int i = 0; i < world.geometry().num_shapes(); ++i) names.push_back(world.shape_name(i));
  return names;
}

/// Digest of the vertices of all hulls; empty without hulls.
std::string MeshChecksum(const World& world) {
  std::string corners;
  for (int i = 0; i < world.geometry().num_shapes(); ++i) {
    const geometry::Solid& solid = world.geometry().solid(i);
    if (solid.kind != geometry::SolidKind::kHull) continue;
    const std::vector<geometry::Vec>& vertex = solid.hull->vertex;
    corners.append(reinterpret_cast<const char*>(vertex.data()), vertex.size() * sizeof(geometry::Vec));
  }
  return corners.empty() ? "" : Digest(corners);
}

std::string Settings(const Scene& scene, const std::string& program) {
  record::RunSettings settings;
  settings.program = program;
  settings.name = scene.name;
  settings.scene = scene.text();
  settings.stepper = scene.stepper;
  settings.options = scene.options;
  settings.controller = scene.controller;
  settings.meshes = MeshChecksum(*scene.world);
  settings.dt = scene.dt;
  settings.control_period = scene.control_period;
  settings.accuracy = scene.accuracy;
  return record::ToJson(settings);
}

/// The steps from t on are repeated: a failed one, or a shortened last one.
Recording WithoutStepsFrom(double t, Recording recording) {
  Recording& r = recording;
  const size_t rows = std::lower_bound(r.t.begin(), r.t.end(), t) - r.t.begin();
  const size_t nq = r.names.nq(), nv = r.names.nv(), contacts = r.contact_begin[rows];
  for (auto* numbers : {&r.t, &r.h, &r.residual, &r.kinetic, &r.potential, &r.elastic, &r.actuation_work,
                        &r.joint_work, &r.contact_work})
    numbers->resize(rows);
  for (auto* numbers : {&r.steps, &r.status, &r.iterations, &r.substeps, &r.rejected}) numbers->resize(rows);
  r.q.resize(rows * nq), r.v.resize(rows * nv), r.tau.resize(rows * nv);
  r.contact_begin.resize(rows + 1);
  record::ContactTable& c = r.contacts;
  c.row.resize(contacts), c.id.resize(contacts), c.gap.resize(contacts), c.gap_end.resize(contacts),
      c.mode.resize(contacts);
  for (auto* numbers : {&c.shape_a, &c.shape_b, &c.body_a, &c.body_b}) numbers->resize(contacts);
  for (auto* vectors : {&c.point, &c.normal, &c.force, &c.velocity}) vectors->resize(3 * contacts);
  return recording;
}

/// A row of several steps cannot be truncated to some of them.
void CheckLastRow(const Recording& recording, double t) {
  if (recording.t.empty() || recording.t.back() >= t) return;
  const double end = recording.t.back() + recording.steps.back() * recording.h.back();
  if (end > t + 0.5 * recording.h.back())
    throw InputError(
        "the recording cannot be resumed bit for bit: its last row contains steps that must be repeated. "
        "Record a row for every step, or for a time that is a multiple of the step.");
}

}  // namespace

RunRecorder::RunRecorder(const Scene& scene, Simulation& simulation, const std::string& program, double every)
    : simulation_(simulation),
      every_(every),
      recorder_(simulation.world().model(), ShapeNames(simulation.world()), {every}) {
  StartObserving(scene, program);
}

RunRecorder::RunRecorder(const Scene& scene, Simulation& simulation, const std::string& program,
                         Recording so_far)
    : simulation_(simulation), every_(RecordedEvery(so_far)), recorder_([&] {
        CheckLastRow(so_far, simulation.state().t);
        return Recorder::Continue(simulation.world().model(),
                                  WithoutStepsFrom(simulation.state().t, std::move(so_far)), {every_});
      }()) {
  StartObserving(scene, program);
}

void RunRecorder::StartObserving(const Scene& scene, const std::string& program) {
  recorder_.recording().settings = Settings(scene, program);
  simulation_.Observe(
      [this](const StepView& step) { recorder_.Observe(step.before, step.actuation, step.h, step.report); });
}

const Recording& RunRecorder::Finish() {
  const ResumePoint point = simulation_.resume_point();
  recorder_.Finish(point.state, point.actuation, {{kStep, point.step}}, {{kEvery, every_}});
  return recorder_.recording();
}

scene::SceneSource RecordedScene(const Recording& recording, const std::string& where) {
  const record::RunSettings settings = record::ParseRunSettings(recording.settings, where);
  if (settings.scene.empty())
    throw InputError(where + ": it has no scene; only recordings of 'slipstick run' have one.");
  return {settings.name, settings.scene, "", {}};
}

void CheckRecordedRun(const Recording& recording, const Scene& scene, const std::string& where) {
  const record::RunSettings settings = record::ParseRunSettings(recording.settings, where);
  if (!settings.controller.empty() && settings.controller != scene.controller)
    throw InputError(
        fmt::format("{}: the run had the controller '{}', which only the program that recorded it has; "
                    "resume it with that program.",
                    where, settings.controller));
  if (settings.meshes != MeshChecksum(*scene.world))
    throw InputError(where + ": the meshes have changed since the run; restore them, or start a new run.");
}

int64_t RecordedSteps(const Recording& recording) {
  return std::accumulate(recording.steps.begin(), recording.steps.end(), int64_t{0});
}

ResumePoint RecordedResumePoint(const Recording& recording, const std::string& where) {
  const std::optional<record::Checkpoint>& checkpoint = recording.checkpoint;
  if (!checkpoint || !checkpoint->counters.contains(kStep))
    throw InputError(where + ": it has no resume point; record again.");
  return {checkpoint->counters.at(kStep), checkpoint->state, checkpoint->actuation};
}

double RecordedEvery(const Recording& recording) {
  if (!recording.checkpoint) return 0.0;
  const auto every = recording.checkpoint->numbers.find(kEvery);
  return every == recording.checkpoint->numbers.end() ? 0.0 : every->second;
}

}  // namespace slipstick::run
