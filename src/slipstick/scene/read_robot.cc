#include "slipstick/scene/read_robot.h"

#include <fmt/core.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "slipstick/core/embedded_files.h"
#include "slipstick/core/quote.h"
#include "slipstick/core/read_file.h"
#include "slipstick/core/suggest.h"
#include "slipstick/geometry/solid_inertia.h"
#include "slipstick/model/urdf/urdf_reader.h"

namespace slipstick::scene {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kRobotKeys = {
    "model",           "name",     "base",       "mimic",          "missing_inertia", "density",
    "package_paths",   "contacts", "collisions", "self_collision", "material",        "materials",
    "position",        "rpy",      "on_ground",  "joints",         "velocity",        "angular_velocity",
    "joint_velocities"};

struct RobotFile {
  std::string text;
  std::string source;  ///< for messages
  std::string folder;  ///< folder of its meshes
};

std::string EmbeddedModel(const std::string& name, std::vector<std::string>& known) {
  for (const EmbeddedFile& file : EmbeddedFiles())
    if (file.path.starts_with("models/")) {
      known.emplace_back(file.path.substr(7));
      if (known.back() == name) return std::string(file.text);
    }
  return "";
}

/// Searches the scene itself, its folder and the built-in models.
RobotFile FindRobot(const toml::Value& value, const ReadContext& context) {
  const std::string name = toml::ReadText(value, "model");
  const fs::path path = fs::path(context.folder) / name;
  const std::string mesh_folder = path.parent_path().string();
  if (const toml::Value* text = context.given_models ? context.given_models->Find(name) : nullptr)
    return {toml::ReadText(*text, "the text of a model"), name, mesh_folder};
  std::error_code ignored;
  if (!context.folder.empty() && fs::is_regular_file(path, ignored)) {
    std::optional<std::string> text = ReadFile(path);
    if (!text) toml::Refuse(value.place, fmt::format("model {} cannot be opened.", Quote(path.string())));
    return {*std::move(text), path.string(), mesh_folder};
  }
  std::vector<std::string> known;
  if (std::string text = EmbeddedModel(name, known); !text.empty()) return {std::move(text), name, ""};
  const std::string sought = context.folder.empty() ? "" : fmt::format(" as {}", Quote(path.string()));
  toml::Refuse(value.place, fmt::format("there is no model {}{}, nor one that comes with the program; {}",
                                        Quote(name), sought, Suggest(name, known)));
}

UrdfOptions ReadUrdfOptions(toml::TableReader& table) {
  UrdfOptions options;
  options.base =
      static_cast<UrdfOptions::Base>(table.ChoiceOr("base", {"auto", "fixed", "floating", "planar"}, 0));
  options.mimic = static_cast<UrdfOptions::Mimic>(table.ChoiceOr("mimic", {"refuse", "independent"}, 0));
  const bool from_shapes = table.ChoiceOr("missing_inertia", {"zero", "shapes"}, 0) == 1;
  if (const toml::Value* density = table.Find("density"); density && !from_shapes)
    toml::Refuse(
        density->place,
        "'density' is used for links without inertia only; add missing_inertia = \"shapes\", or leave "
        "it out.");
  if (from_shapes)
    options.missing_inertia = geometry::SolidOfDensity(table.PositiveOr("density", "kg/m^3", 1000.0));
  options.package_paths = table.Texts("package_paths");
  return options;
}

/// "joints" and "joint_velocities": numbers by the name of the joint.
std::vector<Preset> ReadPresets(toml::TableReader& table, const char* key, const Model& robot,
                                const char* per_time) {
  const toml::Value* value = table.Find(key);
  if (!value) return {};
  std::vector<std::string> names;
  for (const Joint& joint : robot.joints())
    if (joint.nq == 1) names.push_back(joint.name);
  toml::TableReader joints(*value, key, names);
  std::vector<Preset> presets;
  for (const toml::Entry& entry : value->entries) {
    const bool slides = robot.joints()[robot.joint(entry.key)].kind == JointKind::kPrismatic;
    const std::string unit = std::string(slides ? "m" : "rad") + per_time;
    presets.push_back({entry.key, toml::ReadNumber(entry.value, entry.key, unit), entry.value.place});
  }
  return presets;
}

void CheckContacts(const toml::Value* contacts, const Model& robot) {
  if (!contacts) return;
  std::vector<std::string> names;
  for (const Frame& frame : robot.frames()) names.push_back(frame.name);
  for (const toml::Value& item : contacts->items)
    if (std::find(names.begin(), names.end(), item.text) == names.end())
      toml::Refuse(item.place, fmt::format("there is no frame or link {} in {}; {}", Quote(item.text),
                                           robot.name(), Suggest(item.text, names)));
}

/// A base that moves in a plane cannot start with a velocity out of it.
void CheckInPlane(toml::TableReader& table, const Actor& actor) {
  const Eigen::Vector3d normal = ReadPose(table).R.col(1);
  const auto refuse = [&](const char* key, const char* where) {
    toml::Refuse(table.Find(key)->place,
                 fmt::format("'{}' of {} leaves the plane in which its base moves; it can "
                             "be {} only, or make the base floating.",
                             key, actor.what, where));
  };
  constexpr double kRounding = 1e-12;
  if (std::abs(actor.velocity.dot(normal)) > kRounding * actor.velocity.norm())
    refuse("velocity", "along x and z");
  if (actor.angular_velocity.cross(normal).norm() > kRounding * actor.angular_velocity.norm())
    refuse("angular_velocity", "about y");
}

void ReadStart(toml::TableReader& table, const Model& robot, bool planar, Actor& actor) {
  actor.angles = ReadPresets(table, "joints", robot, "");
  actor.speeds = ReadPresets(table, "joint_velocities", robot, "/s");
  for (const Preset& speed : actor.speeds) CheckStartSpeed(speed.value, speed.joint, speed.place);
  ReadVelocities(table, actor);
  const bool moves = planar || (!robot.joints().empty() && robot.joints()[0].kind == JointKind::kFloating);
  if (moves) actor.root = actor.prefix + robot.bodies()[0].name;
  if (planar) CheckInPlane(table, actor);
  for (const char* key : {"velocity", "angular_velocity", "on_ground"})
    if (const toml::Value* value = table.Find(key);
        value && !moves && !(value->kind == toml::Value::Kind::kFlag && !value->flag))
      toml::Refuse(value->place, fmt::format("'{}' has no meaning for {}: its base is fixed to the world.",
                                             key, actor.what));
  actor.sets_on_ground = table.Has("on_ground");
  actor.on_ground = table.FlagOr("on_ground", moves && !table.Has("position"));
}

/// Whether the robot has these shapes is checked by AddShapes.
std::vector<ShapeMaterial> ReadShapeMaterials(const toml::Value* value, const Materials& materials) {
  if (!value) return {};
  if (value->kind != toml::Value::Kind::kTable)
    toml::Refuse(value->place,
                 fmt::format("materials is {}; expected a table such as {{ FL_FOOT = \"rubber\" }}.",
                             toml::Describe(*value)));
  std::vector<ShapeMaterial> read;
  for (const toml::Entry& entry : value->entries)
    read.push_back(
        {entry.key, materials.Checked(entry.value, fmt::format("materials.{}", entry.key)), entry.place});
  return read;
}

void ReadTouch(toml::TableReader& table, const Model& robot, const Materials& materials, Actor& actor) {
  actor.contacts = table.Texts("contacts");
  CheckContacts(table.Find("contacts"), robot);
  for (std::string& frame : actor.contacts) frame.insert(0, actor.prefix);
  actor.use_collisions = table.FlagOr("collisions", actor.contacts.empty());
  actor.self_collision = table.FlagOr("self_collision", false);
  actor.material = materials.NameIn(table);
  actor.materials = ReadShapeMaterials(table.Find("materials"), materials);
}

}  // namespace

Actor ReadRobot(const toml::Value& value, ReadContext& context) {
  toml::TableReader table(value, "[[robots]]", kRobotKeys);
  const toml::Value& model = table.Require("model", "the robot's URDF file");
  const RobotFile file = FindRobot(model, context);
  const UrdfOptions options = ReadUrdfOptions(table);
  const UrdfResult urdf = model::ReadUrdfText(file.text, file.source, file.folder, options);
  for (const model::UrdfNote& note : urdf.notes)
    if (note.kind == model::UrdfNote::Kind::kWarning)
      context.notes.push_back(fmt::format("{}:{}: {}", file.source, note.line, note.text));
  context.models[model.text] = file.text;

  const Model& robot = urdf.model;
  const std::string name = table.TextOr("name", robot.name());
  if (!context.robots.insert(name).second)
    toml::Refuse(
        table.Has("name") ? table.Find("name")->place : value.place,
        fmt::format("there is a robot {} already; give one of the robots another 'name'.", Quote(name)));
  Actor actor;
  actor.place = value.place;
  actor.robot = name;
  actor.what = fmt::format("robot '{}'", name);
  actor.prefix = context.several_robots ? name + "/" : "";
  ReadTouch(table, robot, context.materials, actor);
  ReadStart(table, robot, options.base == UrdfOptions::Base::kPlanar, actor);
  context.model.Add(urdf.builder, actor.prefix, ReadPose(table));
  actor.first_collision = context.num_collisions;
  for (const std::string& link : urdf.builder.CollisionLinks())
    actor.collision_links.push_back(link.empty() ? "" : actor.prefix + link);
  context.num_collisions += static_cast<int>(robot.collisions().size());
  return actor;
}

}  // namespace slipstick::scene
