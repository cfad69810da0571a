#include "slipstick/measure/measured_scene.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "slipstick/core/error.h"
#include "slipstick/run/step_plan.h"
#include "slipstick/scene/scene_reader.h"
#include "slipstick/steppers/registry.h"
#include "slipstick/toml/scene_edit.h"
#include "slipstick/toml/toml_reader.h"
#include "slipstick/toml/toml_writer.h"

namespace slipstick::measure {
namespace {

constexpr double kWindowRounding = 1e-9;  // rounding error of quotients of times

/// Options of the method override those that the scene has for this stepper. Step-size control is off:
/// methods are compared at given steps.
Scene BuildWith(scene::SceneSource source, const Method& method) {
  source.edits.push_back({"stepper", method.stepper, "method " + method.text()});
  Scene scene = scene::BuildScene(source);
  scene.accuracy = 0.0;
  for (const auto& [key, value] : method.options) scene.options[key] = value;
  return scene;
}

/// Options without the name of a stepper belong to the scene's own stepper; moves them to its table, so that
/// other methods and the reference do not get them.
void NameOwnerOfOptions(const std::string& owner, scene::SceneSource& source) {
  toml::Value root = toml::ParseToml(source.text, source.name);
  for (const SceneEdit& edit : source.edits) toml::ApplyEdit(root, edit);
  const auto options = std::find_if(root.entries.begin(), root.entries.end(),
                                    [](const toml::Entry& entry) { return entry.key == "options"; });
  if (options == root.entries.end()) return;
  toml::Value own;
  std::vector<toml::Entry> tables;
  for (toml::Entry& entry : options->value.entries)
    (entry.value.kind == toml::Value::Kind::kTable ? tables : own.entries).push_back(entry);
  if (own.entries.empty()) return;
  const auto named = std::find_if(tables.begin(), tables.end(),
                                  [&](const toml::Entry& entry) { return entry.key == owner; });
  if (named != tables.end())
    own.entries.insert(own.entries.end(), named->value.entries.begin(), named->value.entries.end());
  std::erase_if(tables, [&](const toml::Entry& entry) { return entry.key == owner; });
  tables.push_back({owner, {}, std::move(own)});
  options->value.entries = std::move(tables);
  source.text = toml::WriteToml(root);
  source.edits.clear();
}

}  // namespace

MeasuredScene PrepareScene(scene::SceneSource source, double window) {
  const Scene scene = scene::BuildScene(source);
  NameOwnerOfOptions(scene.stepper, source);
  const bool is_controlled = scene.controls != nullptr;
  if (is_controlled) window = scene.control_period;
  const char* windows = is_controlled ? "control period" : "window";
  const double count = std::floor(scene.duration / window + kWindowRounding);
  if (count < 1.0)
    throw InputError(
        fmt::format("scene '{}' lasts {:g} s, less than the {} of {:g} s over which errors are measured; "
                    "give it a longer duration.",
                    scene.name, scene.duration, windows, window));
  if (count > kMaxMeasuredWindows)
    throw InputError(fmt::format(
        "scene '{}' lasts {:g} s, more than {:g} times the {} of {:g} s over which errors are measured; give "
        "it a shorter duration or a longer {}. Is a unit missing?",
        scene.name, scene.duration, kMaxMeasuredWindows, windows, window, windows));
  return {source,
          scene.name,
          scene.text(),
          window,
          static_cast<int64_t>(count),
          is_controlled,
          scene.world->has_wrench_spaces()};
}

void CheckNumSteps(const MeasuredScene& scene, double dt, const std::string& where) {
  if (scene.duration() / dt <= kMaxMeasuredSteps) return;
  throw InputError(fmt::format(
      "{}: {:g} s of scene '{}' in steps of {:g} s are more than {:g} steps; take longer steps or a shorter "
      "duration. Is a unit missing?",
      where, scene.duration(), scene.name, dt, kMaxMeasuredSteps));
}

Scene BuildFor(const MeasuredScene& measured, const Method& method, double dt) {
  Scene scene = BuildWith(measured.source, method);
  scene.dt = DivideWindow(measured.window, dt).h;
  scene.control_period = measured.window;
  scene.duration = measured.duration();
  return scene;
}

MeasurementSetup::MeasurementSetup(const MeasuredScene& scene, const Method& method) {
  scene::SceneSource source = scene.source;
  source.edits.push_back({"controller", "{kind = 'none'}", "measuring"});
  const Scene passive = BuildWith(source, method);
  world = passive.world;
  stepper = steppers::MakeStepper(passive.stepper, *world, passive.options);
}

WindowSteps DivideWindow(double window, double dt) {
  if (!(dt > 0.0 && std::isfinite(dt)))
    throw InputError(fmt::format("a step of {:g} s; it must be > 0.", dt));
  if (dt > window * (1.0 + kWindowRounding))
    throw InputError(
        fmt::format("a step of {:g} s is longer than the window of {:g} s over which errors are measured "
                    "(the control period, if there is one); take a shorter step or a longer window.",
                    dt, window));
  const run::StepPlan plan(dt, window, window);
  return {static_cast<int>(plan.steps_per_update()), plan.step()};
}

}  // namespace slipstick::measure
