// The parts of a scene file, one function each, strung together in scene_reader.cc.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "slipstick/control/schedules/disturbed_controller.h"
#include "slipstick/core/fields.h"
#include "slipstick/model/model_builder.h"
#include "slipstick/scene/scene.h"
#include "slipstick/toml/table_reader.h"
#include "slipstick/world/world.h"

namespace slipstick::scene {

// --- materials (read_materials.cc)
// ----------------------------------------------------------------------------------

struct MaterialPair {
  std::string a, b;
  ContactMaterial material;
};
struct Materials {
  std::map<std::string, ContactMaterial> named;  ///< "default" is always there
  std::vector<MaterialPair> pairs;

  /// The name of a known material that stands under `key`, or "default".
  std::string NameIn(toml::TableReader& table, const char* key = "material") const;
  /// The text as the name of a known material; messages call the value `what`.
  std::string Checked(const toml::Value& value, const std::string& what) const;
};
Materials ReadMaterials(const toml::Value* materials, const toml::Value* pairs);

// --- what contacts can exert (read_wrench_spaces.cc)
// ----------------------------------------------------------------

struct WrenchSpacePair {
  std::string a, b;
  std::shared_ptr<const WrenchSpace> space;
};
struct WrenchSpaces {
  std::vector<WrenchSpacePair> pairs;
  std::map<std::string, std::string> terrains;  ///< texts used, by the name in the scene
};
/// `given_terrains`: texts by name, used instead of files; may be null.
WrenchSpaces ReadWrenchSpaces(const toml::Value* spaces, const toml::Value* given_terrains,
                              const std::string& folder, const Materials& materials);

// --- what moves (read_robot.cc, read_body.cc, read_heap.cc)
// ---------------------------------------------------------

/// One entry of q or v that the scene sets.
struct Preset {
  std::string joint;
  double value;
  toml::Place place;
};

/// A shape of the world, and how a scene may call it.
struct NamedShape {
  int shape;
  std::string name;
  std::string link;  ///< stands for all its shapes; empty for the world

  bool Is(const std::string& wanted) const { return name == wanted || link == wanted; }
};

/// A material for some of the shapes of a robot.
struct ShapeMaterial {
  std::string of;  ///< a shape, a contact frame, or a link and all its shapes
  std::string material;
  toml::Place place;
};

/// A robot or a loose body on its way into the world.
struct Actor {
  toml::Place place;
  std::string what;    ///< "robot 'solo'", for messages
  std::string robot;   ///< its name; empty for a body
  std::string prefix;  ///< of the names of its links and joints in the model
  std::string material;
  std::vector<ShapeMaterial> materials;  ///< where it is another

  int first_collision = 0;                   ///< of the model
  std::vector<std::string> collision_links;  ///< one per collision shape; with prefix, empty for the world
  std::vector<NamedShape> shapes;            ///< of the world, once they are made
  int first_shape = 0, end_shape = 0;        ///< of the world
  bool use_collisions = true, self_collision = false;
  bool is_environment = false;  ///< fixed to the world, and robots fixed to the world may hit it

  std::vector<std::string> contacts;  ///< frames that touch with their origin
  std::vector<Preset> angles, speeds;
  std::string root;  ///< body that carries the others, if it is free or free in a plane; otherwise empty
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero(), angular_velocity = Eigen::Vector3d::Zero();
  bool on_ground = false;
  bool asked_on_ground = false;  ///< it is not only the default
};

struct ReadContext {
  std::string folder;               ///< where files are looked for; empty if there is none
  const toml::Value* given_models;  ///< texts of robot files by name, used instead of files; may be null
  const Materials& materials;
  bool several;  ///< robots: their names need prefixes
  ModelBuilder& model;
  int num_collisions = 0;                          ///< in the model so far
  std::set<std::string> robots = {};               ///< their names
  std::map<std::string, std::string> models = {};  ///< texts used, by the name in the scene
  std::vector<std::string> notes = {};
};

/// Each reads a table, adds its links to the model and returns what is left to do once the model is built.
Actor ReadRobot(const toml::Value& table, ReadContext& context);
Actor ReadBody(const toml::Value& table, int number, ReadContext& context);
/// The bodies of a heap, and its walls if it has some.
std::vector<Actor> ReadHeap(const toml::Value& table, int number, ReadContext& context);
/// Adds a body with one shape that nothing holds; the actor knows it by this name.
void AddLooseBody(const std::string& name, const Inertia& inertia, const Pose& pose,
                  const model::Geometry& geometry, ReadContext& context, Actor& actor);

/// "position" and "rpy".
Pose ReadPose(toml::TableReader& table);
/// "velocity" and "angular_velocity", of a body that floats.
void ReadVelocities(toml::TableReader& table, Actor& actor);

/// Adds the shapes and contact points of an actor to the world. `group` is its own number.
void AddShapes(int group, WorldBuilder& world, Actor& actor);

// --- ground (read_ground.cc)
// ----------------------------------------------------------------------------------------

/// Adds it to the world as its first shape; null stands for the default, a plane at z = 0. False if there is
/// none.
bool ReadGround(const toml::Value* ground, const std::string& folder, const Materials& materials,
                WorldBuilder& world);

// --- what never touches (read_exclude.cc)
// ---------------------------------------------------------------------------

/// Pairs of these shapes, by their names or those of their links; null stands for none.
void ReadExclude(const toml::Value* exclude, const std::vector<NamedShape>& shapes, WorldBuilder& world);

// --- the start (initial_state.cc)
// -----------------------------------------------------------------------------------

/// Where everything is and how fast it moves at t = 0.
State MakeInitialState(const World& world, const std::vector<Actor>& actors);
/// InputError that names two shapes which begin deep inside each other.
void CheckPenetration(const World& world, const State& state, const std::vector<Actor>& actors);

// --- control (read_controller.cc)
// -----------------------------------------------------------------------------------

/// Null if nothing is controlled. The world is in place.
std::shared_ptr<Controller> ReadController(const toml::Value* table, const World& world, const State& initial,
                                           const std::vector<Actor>& actors, double control_period,
                                           std::string& kind);

// --- forces from outside (read_pushes.cc)
// ---------------------------------------------------------------------------

/// Null stands for none. Those that begin after the end of the run are noted.
std::vector<control::Disturbance> ReadPushes(const toml::Value* pushes, const Model& model, double duration,
                                             std::vector<std::string>& notes);

}  // namespace slipstick::scene
