#include "slipstick/scene/scene_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "slipstick/core/error.h"
#include "slipstick/scene/add_shapes.h"
#include "slipstick/scene/initial_state.h"
#include "slipstick/scene/read_body.h"
#include "slipstick/scene/read_controller.h"
#include "slipstick/scene/read_exclude.h"
#include "slipstick/scene/read_fields.h"
#include "slipstick/scene/read_ground.h"
#include "slipstick/scene/read_heap.h"
#include "slipstick/scene/read_pushes.h"
#include "slipstick/scene/read_robot.h"
#include "slipstick/scene/read_stepper.h"
#include "slipstick/scene/read_wrench_spaces.h"
#include "slipstick/scene/scene.h"
#include "slipstick/scene/scene_text.h"
#include "slipstick/scene/wrench_space_kinds.h"
#include "slipstick/steppers/registry.h"
#include "slipstick/toml/scene_edit.h"
#include "slipstick/toml/toml_reader.h"

namespace slipstick::scene {
namespace {

const std::vector<std::string> kSceneKeys = {
    "description", "stepper",          "dt",        "duration", "control_period", "options", "accuracy",
    "gravity",     "ground",           "materials", "pairs",    "robots",         "bodies",  "exclude",
    "controller",  "pushes",           "folder",    "models",   "joints",         "heaps",   "wrench_spaces",
    "terrains",    "allow_penetration"};

// A run of this many steps would take days; a wrong unit is more likely.
constexpr double kMaxSteps = 1e10;

/// s. With step-size control dt is only the output interval, because the stepper chooses its own steps.
constexpr double kDefaultStep = 1e-3, kDefaultOutputInterval = 1e-2;

bool IsControlled(toml::TableReader& table) { return table.Has("controller") || table.Has("pushes"); }

double DefaultStep(toml::TableReader& table, double accuracy) {
  if (accuracy == 0.0) return kDefaultStep;
  return table.PositiveOr("control_period", "s", IsControlled(table) ? kDefaultStep : kDefaultOutputInterval);
}

void ReadTimes(toml::TableReader& table, Scene& scene) {
  scene.accuracy = table.PositiveOr("accuracy", "", 0.0);
  scene.dt = table.PositiveOr("dt", "s", DefaultStep(table, scene.accuracy));
  scene.duration = table.PositiveOr("duration", "s", 3.0);
  const double period = scene.control_period = table.PositiveOr("control_period", "s", scene.dt);
  const auto check = [](double time, double step, const toml::Value* at) {
    if (time / step > kMaxSteps)
      toml::Refuse(at->place,
                   fmt::format("{:g} s in steps of {:g} s are more than {:g} steps; is a unit missing?", time,
                               step, kMaxSteps));
  };
  check(scene.duration, scene.dt, table.Find(table.Has("dt") ? "dt" : "duration"));
  check(scene.duration, period, table.Find("control_period"));  // it shortens steps that are longer
  check(period, scene.dt, table.Find("control_period"));
}

std::vector<Actor> ReadActors(toml::TableReader& table, ReadContext& context) {
  std::vector<Actor> actors;
  const std::vector<const toml::Value*> robots = toml::ReadTables(table.Find("robots"), "robots");
  context.several_robots = robots.size() > 1;
  for (const toml::Value* robot : robots) actors.push_back(ReadRobot(*robot, context));
  int number = 0;
  for (const toml::Value* body : toml::ReadTables(table.Find("bodies"), "bodies"))
    actors.push_back(ReadBody(*body, ++number, context));
  number = 0;
  for (const toml::Value* heap : toml::ReadTables(table.Find("heaps"), "heaps"))
    for (Actor& actor : ReadHeap(*heap, ++number, context)) actors.push_back(std::move(actor));
  if (actors.empty())
    toml::Refuse(table.place(), "the scene is empty; add a robot ([[robots]]) or a body ([[bodies]]).");
  return actors;
}

Model BuildModel(const ModelBuilder& builder, const std::string& source) {
  try {
    return builder.Build();
  } catch (const ModelError& error) {
    throw InputError(fmt::format("{}: {}", source, error.reason()));
  }
}

world::JointLawOptions ReadJointLaw(const toml::Value* joints) {
  world::JointLawOptions law;
  if (!joints) return law;
  toml::TableReader table(*joints, "[joints]", NamesOf(DescribeFields(law)));
  ReadFields(table, law);
  return law;
}

World BuildWorld(toml::TableReader& table, const std::string& folder, Model model, const Materials& materials,
                 const WrenchSpaces& spaces, std::vector<Actor>& actors) {
  WorldBuilder world(std::move(model));
  for (const auto& [name, material] : materials.named) world.SetMaterial(name, material);
  for (const MaterialPair& pair : materials.pairs) world.SetPair(pair.a, pair.b, pair.material);
  for (const WrenchSpacePair& pair : spaces.pairs) world.SetWrenchSpace(pair.a, pair.b, pair.space);
  world.SetJointLaw(ReadJointLaw(table.Find("joints")));
  std::vector<NamedShape> shapes;
  if (ReadGround(table.Find("ground"), folder, materials, world)) shapes.push_back({0, "ground", ""});
  for (size_t i = 0; i < actors.size(); ++i) {
    AddShapes(static_cast<int>(i), world, actors[i]);
    shapes.insert(shapes.end(), actors[i].shapes.begin(), actors[i].shapes.end());
  }
  ReadExclude(table.Find("exclude"), shapes, world);
  return std::move(world).Build();
}

void NoteShapeless(const std::vector<Actor>& actors, std::vector<std::string>& notes) {
  for (const Actor& actor : actors)
    if (actor.first_shape == actor.end_shape && !actor.root.empty())
      notes.push_back(fmt::format("{}: {} has no shapes and no contacts; it will fall through the ground.",
                                  actor.place.text(), actor.what));
}

/// Names of the fields that differ from the default. Equal friction coefficients are left out,
/// since a stepper with a single coefficient uses them, too.
std::set<std::string> ChangedFields(ContactMaterial material) {
  ContactMaterial defaults;
  const std::vector<NumberField> fields = NumberFields(material), before = NumberFields(defaults);
  std::set<std::string> names;
  for (size_t i = 0; i < fields.size(); ++i) {
    const bool is_friction =
        fields[i].value == &material.mu_static || fields[i].value == &material.mu_kinetic;
    if (is_friction && material.mu_static == material.mu_kinetic) continue;
    if (*fields[i].value != *before[i].value) names.insert(fields[i].label.name);
  }
  return names;
}

/// Notes the settings of the scene that the stepper does not use.
void NoteUnused(const Materials& materials, const WrenchSpaces& spaces, const StepperEntry& stepper,
                const FieldValues& options, std::vector<std::string>& notes) {
  const std::vector<std::string> used = stepper.traits_with(options).uses;
  for (const FieldInfo& field : DescribeFields<ContactMaterial>()) {
    if (std::find(used.begin(), used.end(), field.name) != used.end()) continue;
    for (const auto& [name, material] : materials.named)
      if (ChangedFields(material).contains(field.name))
        notes.push_back(
            fmt::format("material '{}' sets {}, which '{}' does not use (slipstick list steppers).", name,
                        field.name, stepper.name));
  }
  if (std::find(used.begin(), used.end(), steppers::kUsesWrenchSpaces) != used.end()) return;
  for (const WrenchSpacePair& pair : spaces.pairs)
    notes.push_back(
        fmt::format("'{}' does not use the wrench space of '{}' and '{}', but their materials "
                    "(slipstick list steppers).",
                    stepper.name, pair.a, pair.b));
}

/// Wraps the controller, or none, in one that applies the disturbances.
void AddPushes(std::vector<control::Disturbance> pushes, Scene& scene) {
  if (pushes.empty()) return;
  if (!scene.controls) scene.controller = "pushes";
  scene.controls =
      std::make_shared<control::DisturbedController>(scene.controls, std::move(pushes), scene.control_period);
}

const toml::Value* GivenModels(toml::TableReader& table) {
  const toml::Value* models = table.Find("models");
  if (models && models->kind != toml::Value::Kind::kTable)
    toml::Refuse(models->place,
                 fmt::format("models is {}; expected a table of texts by name.", toml::Describe(*models)));
  return models;
}

}  // namespace

Scene BuildScene(const SceneSource& source) {
  toml::Value root = toml::ParseToml(source.text, source.name);
  for (const SceneEdit& edit : source.edits) toml::ApplyEdit(root, edit);
  toml::TableReader table(root, "the scene", kSceneKeys);

  Scene scene;
  scene.name = source.name;
  scene.description = table.TextOr("description", "");
  ReadTimes(table, scene);
  const StepperEntry& stepper = ReadStepper(table);
  scene.stepper = stepper.name;

  const Materials materials = ReadMaterials(table.Find("materials"), table.Find("pairs"));
  ModelBuilder model(source.name);
  model.SetGravity(table.VectorOr("gravity", "m/s^2", {0.0, 0.0, -9.81}));
  ReadContext context{table.TextOr("folder", source.folder), GivenModels(table), materials, false, model};
  std::vector<Actor> actors = ReadActors(table, context);
  scene.notes = std::move(context.notes);

  const WrenchSpaces spaces =
      ReadWrenchSpaces(table.Find("wrench_spaces"), table.Find("terrains"), context.folder, materials);
  scene.world = std::make_shared<const World>(
      BuildWorld(table, context.folder, BuildModel(model, source.name), materials, spaces, actors));
  NoteShapeless(actors, scene.notes);
  scene.initial = MakeInitialState(*scene.world, actors);
  if (!table.FlagOr("allow_penetration", false)) CheckPenetration(*scene.world, scene.initial, actors);
  scene.options = ReadStepperOptions(table.Find("options"), stepper, *scene.world);
  NoteUnused(materials, spaces, stepper, scene.options, scene.notes);
  scene.controls = ReadController(table.Find("controller"), *scene.world, scene.initial, actors,
                                  scene.control_period, scene.controller);
  AddPushes(ReadPushes(table.Find("pushes"), scene.world->model(), scene.duration, scene.notes), scene);
  if (!scene.controls) scene.control_period = 0.0;
  scene.text = SelfContainedText(std::move(root), context, spaces, scene.world);
  return scene;
}

}  // namespace slipstick::scene
